import { lockAccount } from '#accounts/account.ts'
import { recordActivity } from '#accounts/activity.ts'
import type { DraftEntry, EditionPlace, Entry } from '#changelog/entries/entry.ts'
import type { EntryContext } from '#changelog/entries/entry-effects.ts'
import { groupEntries } from '#changelog/entries/grouping.ts'
import { entryById, place } from '#changelog/entries/store.ts'
import type { Tx } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'
import { safeLine } from '#platform/text.ts'
import { type Item, laidOut, openEditionOf } from './edition.ts'
import type { EditionLayout } from './layout.ts'

/**
 * Where to put an entry; `auto` is wherever the machine puts it. `before` is the entry that it is to stand above, null the end, and left
 * out wherever its weight puts it.
 */
export interface Placement {
  part: EditionPlace['part'] | 'auto'
  before?: string | null | undefined
}

/** An entry before and after it was placed. */
export interface PlacedEntry {
  before: DraftEntry
  after: DraftEntry
}

/**
 * Puts an entry of the account's open edition where a person wants it. It stays there, whatever is merged later. Gives the entries whose
 * place changed, this one first. Throws `not_found` for an entry that is not among those of the edition, `conflict` where there is no
 * edition.
 */
export async function placeInEdition(
  tx: Tx,
  context: EntryContext,
  accountId: string,
  entryId: string,
  { part, before }: Placement,
): Promise<PlacedEntry[]> {
  await entryById(tx, entryId, accountId)
  const { id, layout } = await lockedLayout(tx, context, accountId)
  const item = itemIn(layout, entryId)
  if (part === 'story' || part === 'line') requireTellable(item)
  const placed = placesAfter(layout, item, { id, part, before })
  for (const { after } of placed) await place(tx, after.id, after.edition)
  await recordActivity(tx, context, 'placed in the edition', {
    accountId,
    subject: entryId,
    topic: 'entries',
    after: { title: item.title, part },
  })
  return placed
}

/**
 * Combines entries of the account's open edition into one story of it, which the first leads. It stands where the highest of them was put,
 * or where its weight puts it. Throws `not_found` for an entry that is not among those of the edition, `conflict` where one cannot be told.
 */
export async function combineInEdition(
  tx: Tx,
  context: EntryContext,
  accountId: string,
  entryIds: readonly string[],
): Promise<Entry> {
  for (const entryId of entryIds) await entryById(tx, entryId, accountId)
  const { id, layout } = await lockedLayout(tx, context, accountId)
  const items = entryIds.map(entryId => itemIn(layout, entryId))
  items.forEach(requireTellable)
  const positions = items.flatMap(({ place }) => (place?.part === 'story' ? (place.position ?? []) : []))
  const position = positions.length === 0 ? null : Math.min(...positions)
  const group = await groupEntries(tx, context, accountId, { entryIds })
  const edition: EditionPlace = { id, part: 'story', position }
  await place(tx, group.id, edition)
  return { ...group, edition }
}

/** The account's open edition, laid out, which nobody else arranges or publishes until the transaction ends. */
async function lockedLayout(tx: Tx, { clock }: EntryContext, accountId: string) {
  await lockAccount(tx, accountId)
  const edition = await openEditionOf(tx, accountId)
  if (edition === null)
    throw new AppError('conflict', 'This account publishes entry by entry, so it has no edition.')
  const { layout } = await laidOut(tx, edition, clock.now())
  return { id: edition.id, layout }
}

function requireTellable({ hold }: Item): void {
  if (hold === 'unshipped')
    throw new AppError('conflict', 'It is not shipped yet. It joins the edition once it is.')
  if (hold === 'flagged') throw new AppError('conflict', 'It was flagged: look at it in the inbox first.')
}

function placesAfter(
  layout: EditionLayout<Item>,
  item: Item,
  { id, part, before }: Placement & { id: string },
): PlacedEntry[] {
  const placed = ({ entry }: Item, edition: EditionPlace | null): PlacedEntry => ({
    before: entry,
    after: { ...entry, edition },
  })
  if (part === 'auto') return [placed(item, null)]
  if (before === undefined || part === 'out') return [placed(item, { id, part, position: null })]
  return ordered(layout, item, part, before)
    .map((one, position) => placed(one, { id, part, position }))
    .toSorted((a, b) => Number(b.before === item.entry) - Number(a.before === item.entry))
}

function itemIn({ stories, lists, held, leftOut }: EditionLayout<Item>, entryId: string): Item {
  const all = [
    ...stories,
    ...lists.flatMap(list => list.changes),
    ...[...held, ...leftOut].map(one => one.item),
  ]
  const found = all.find(({ entry }) => entry.id === entryId)
  if (found) return found
  throw new AppError('not_found', `No draft of this edition has the id ${safeLine(entryId)}.`)
}

/** What stands in a given order once the item is in its new place: it, what is above it, and what a person placed below. The machine orders the rest. */
function ordered(
  { stories, lists }: EditionLayout<Item>,
  item: Item,
  part: 'story' | 'line',
  before: string | null,
): Item[] {
  const those = part === 'story' ? stories : lists.flatMap(list => list.changes)
  const others = those.filter(one => one !== item)
  const at = before === null ? others.length : others.findIndex(({ entry }) => entry.id === before)
  if (at === -1) throw new AppError('not_found', 'The entry that it is to stand above is not in that part.')
  return others.toSpliced(at, 0, item).filter((one, index) => index <= at || one.place !== null)
}
