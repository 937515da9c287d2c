import { lockAccount } from '#accounts/account.ts'
import { asItem } from '#accounts/activity.ts'
import { moveInEdition, place } from '#changelog/entries/edition-place.ts'
import type { DraftEntry, EditionPlace, Entry } from '#changelog/entries/entry.ts'
import type { EntryContext } from '#changelog/entries/entry-effects.ts'
import { groupEntries } from '#changelog/entries/grouping.ts'
import { entryById } from '#changelog/entries/store.ts'
import { isSmall } from '#changelog/entries/weight.ts'
import type { Tx } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'
import { withTurns } from '#platform/iterables.ts'
import { safeLine } from '#platform/text.ts'
import { type OpenEdition, openEditionOf } from './edition.ts'
import { type EditionDraft, editionAccount, itemsById, rankedItems } from './items.ts'
import { type EditionLayout, layOut } from './layout.ts'

/**
 * Where to put an entry. `auto` leaves the part to the machine. `before` is the entry that it is to stand
 * above; null puts it at the end. Without `before` its weight decides.
 */
export interface Placement {
  part: EditionPlace['part'] | 'auto'
  before?: string | null | undefined
}

/** An entry before and after it was placed. */
interface PlacedEntry {
  before: DraftEntry
  after: DraftEntry
}

/**
 * Puts an entry of the account's open edition where a person wants it. It stays there, whatever is merged later. Throws `not_found` for an
 * entry that is not among those of the edition, `conflict` where there is no edition.
 */
export async function placeInEdition(
  tx: Tx,
  context: EntryContext,
  accountId: string,
  entryId: string,
  { part, before }: Placement,
): Promise<void> {
  await entryById(tx, entryId, accountId)
  const edition = await lockedEdition(tx, accountId)
  const [item] = await requireItems(tx, edition, [entryId])
  if (part === 'story' || part === 'line') requireTellable(item)
  const placed = await placesAfter(tx, edition, item, { part, before })
  for await (const one of withTurns(placed)) {
    const told = one.after.id === entryId ? 'placed in the edition' : null
    await moveInEdition(tx, asItem(context, entryId), one.before, one.after.edition, told)
  }
}

/**
 * Combines entries of the account's open edition into one story of it, or one line if all are small, which the first leads. It stands where
 * the highest of them was put, or where its weight puts it. Throws `not_found` for an entry that is not among
 * those of the edition, `conflict` where one cannot be published.
 */
export async function combineInEdition(
  tx: Tx,
  context: EntryContext,
  accountId: string,
  entryIds: readonly string[],
): Promise<Entry> {
  for (const entryId of entryIds) await entryById(tx, entryId, accountId)
  const edition = await lockedEdition(tx, accountId)
  const items = await requireItems(tx, edition, entryIds)
  items.forEach(requireTellable)
  const part = items.every(item => isSmall(item) && item.place?.part !== 'story') ? 'line' : 'story'
  const positions = items.flatMap(({ place }) => (place?.part === part ? (place.position ?? []) : []))
  const position = positions.length === 0 ? null : Math.min(...positions)
  const group = await groupEntries(tx, context, accountId, { entryIds })
  const story: EditionPlace = { id: edition.id, part, position }
  await place(tx, group.id, story)
  return { ...group, edition: story }
}

/** The account's open edition, which nobody else arranges or publishes until the transaction ends. */
async function lockedEdition(tx: Tx, accountId: string): Promise<OpenEdition['edition']> {
  await lockAccount(tx, accountId)
  const edition = await openEditionOf(tx, accountId)
  if (edition !== null) return edition
  throw new AppError('conflict', 'This account publishes entry by entry, so it has no edition.')
}

function requireTellable({ standing }: EditionDraft): void {
  if (standing === 'unshipped')
    throw new AppError('conflict', 'It is not shipped yet. It joins the edition once it is.')
  if (standing === 'flagged') throw new AppError('conflict', 'It was flagged: look at it in Review first.')
}

async function placesAfter(
  tx: Tx,
  edition: OpenEdition['edition'],
  item: EditionDraft,
  { part, before }: Placement,
): Promise<PlacedEntry[]> {
  const { id } = edition
  const placed = ({ entry }: EditionDraft, edition: EditionPlace | null): PlacedEntry => ({
    before: entry,
    after: { ...entry, edition },
  })
  if (part === 'auto') return [placed(item, null)]
  if (before === undefined || part === 'out') return [placed(item, { id, part, position: null })]
  const { items } = await rankedItems(tx, edition, await editionAccount(tx, edition.accountId))
  return ordered(layOut(items, id), item, part, before).map((one, position) =>
    placed(one, { id, part, position }),
  )
}

async function requireItems(
  tx: Tx,
  edition: Entry,
  entryIds: readonly string[],
): Promise<[EditionDraft, ...EditionDraft[]]> {
  const found = await itemsById(tx, edition, await editionAccount(tx, edition.accountId), entryIds)
  return entryIds.map(entryId => {
    const item = found.get(entryId)
    if (item) return item
    throw new AppError('not_found', `No draft of this edition has the id ${safeLine(entryId)}.`)
  }) as [EditionDraft, ...EditionDraft[]]
}

/**
 * The entries of a part whose order is fixed once the item is in its new place: the item, all above it, and
 * those below it that a person placed. The machine orders the rest.
 */
function ordered(
  { stories, lists }: EditionLayout<EditionDraft>,
  item: EditionDraft,
  part: 'story' | 'line',
  before: string | null,
): EditionDraft[] {
  const those = part === 'story' ? stories : lists.flatMap(list => list.changes)
  const others = those.filter(({ entry }) => entry.id !== item.entry.id)
  const at = before === null ? others.length : others.findIndex(({ entry }) => entry.id === before)
  if (at === -1)
    throw new AppError('not_found', 'The entry to place it above is not in that part of the edition.')
  return others.toSpliced(at, 0, item).filter((one, index) => index <= at || one.place !== null)
}
