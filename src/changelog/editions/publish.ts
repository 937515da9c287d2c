import type { LockedTx } from '#accounts/account.ts'
import { asItem } from '#accounts/activity.ts'
import { touchFeeds } from '#accounts/feed-revision.ts'
import { moveInEdition } from '#changelog/entries/edition-place.ts'
import * as moves from '#changelog/entries/entry.ts'
import {
  type DraftEntry,
  type Entry,
  type PublishedEntry,
  type QueuedEntry,
  requireState,
} from '#changelog/entries/entry.ts'
import type { EntryContext, EntryEffects } from '#changelog/entries/entry-effects.ts'
import { type EntryPrecondition, entryIfUnchanged } from '#changelog/entries/store.ts'
import {
  filedUnder,
  publishStored,
  saveEntries,
  saveEntry,
  type Transition,
  withdrawEntry,
} from '#changelog/entries/transitions.ts'
import { highestMagnitude } from '#changelog/entries/weight.ts'
import type { Instant } from '#platform/clock.ts'
import type { Tx } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'
import { withTurns } from '#platform/iterables.ts'
import { laidOut, type OpenEdition, startEdition } from './edition.ts'
import { itemsIn } from './items.ts'
import { inReadingOrder } from './layout.ts'

/** What goes out with an edition. */
interface Publications {
  /** Every entry of the edition, at its place. */
  items: Transition<PublishedEntry>[]
  edition: Transition<PublishedEntry>
}

/** Null if the edition is empty. */
function publicationsOf(stored: Entry, open: OpenEdition, now: Instant): Publications | null {
  const { edition, layout } = open
  const items = inReadingOrder(layout)
  const [lead] = items
  if (lead === undefined) return null
  const whole = { ...edition, kind: lead.kind, magnitude: highestMagnitude(items) }
  return {
    items: items.map(({ entry }, position) => {
      // Without a text there is nothing to tell in full.
      const part = position < layout.stories.length && entry.body !== '' ? 'story' : 'line'
      const placed = { ...entry, edition: { id: edition.id, part, position } as const }
      return { before: entry, after: moves.publish(placed, now) }
    }),
    edition: { before: stored, after: moves.publish(whole, now) },
  }
}

/**
 * Publishes an edition with every entry in it, each by itself and at its place, in one
 * transaction; and starts the next one. What is held or left out stays a draft. Returns null, and publishes
 * nothing, for an empty edition. The caller must have read the edition while it held the account's lock.
 */
export async function publishEdition(
  tx: LockedTx,
  context: EntryContext,
  stored: DraftEntry | QueuedEntry,
): Promise<Entry | null> {
  const now = context.clock.now()
  const open = await laidOut(tx, stored, now)
  const out = publicationsOf(stored, open, now)
  if (out === null) return null
  // The edition is what a person publishes; its entries go with it.
  await saveEntries(tx, { ...context, change: undefined }, 'published', out.items)
  const [published] = await saveEntries(tx, context, 'published', [out.edition])
  await startEdition(tx, context, open.account)
  return published ?? null
}

/**
 * Publishes an entry, or an edition with everything in it. Throws `conflict` for an edition with nothing
 * in it. The caller must have read the entry while it held the account's lock.
 */
export async function publishEntryOrEdition(
  tx: LockedTx,
  context: EntryContext,
  stored: Entry,
  options: { setId?: string | undefined } = {},
): Promise<Entry> {
  if (stored.origin !== 'edition' || stored.state === 'withdrawn')
    return publishStored(tx, context, stored, options)
  const edition = requireState(await filedUnder(tx, stored, options.setId), 'published', 'draft', 'queued')
  const published = await publishEdition(tx, context, edition)
  if (published !== null) return published
  throw new AppError('conflict', 'There is nothing in this edition yet, so it does not go out.')
}

/** Withdraws an edition but not its entries, which are listed by themselves from then on. */
export async function withdrawAlone(
  tx: Tx,
  context: EntryContext,
  id: string,
  precondition: EntryPrecondition = {},
): Promise<Entry> {
  const { accountId } = await entryIfUnchanged(tx, id, precondition)
  const items = await itemsIn(tx, id, 'published')
  const together = asItem(context, id)
  for await (const item of withTurns(items)) await moveInEdition(tx, together, item, null, null)
  if (items.length > 0) await touchFeeds(tx, context.clock, accountId, 'all')
  return withdrawEntry(tx, together, id, precondition)
}

/** Withdraws the entries of an edition when it is withdrawn, and publishes them again when it is. */
export const editionEffects: EntryEffects = {
  async withdrawn(tx, context, edition) {
    if (edition.origin !== 'edition') return
    const items = await itemsIn(tx, edition.id, 'published')
    const move = (before: Entry) => moves.withdraw(requireState(before, 'withdrawn', 'published'))
    const withdrawals = items.map(before => ({ before, after: move(before) }))
    await saveEntries(tx, context, 'withdrawn', withdrawals)
  },
  async published(tx, context, edition, before) {
    if (edition.origin !== 'edition' || before.state !== 'withdrawn') return
    const items = await itemsIn(tx, edition.id, 'withdrawn')
    const move = (before: Entry) => moves.republish(requireState(before, 'published', 'withdrawn'))
    const publications = items.map(before => ({ before, after: move(before) }))
    await saveEntries(tx, context, 'published', publications)
  },
  // From then on it is known whether its stories are those that a person worded it for.
  async edited(tx, { clock }, edition) {
    if (edition.origin !== 'edition' || (edition.state !== 'draft' && edition.state !== 'queued')) return
    const { storiesHash } = await laidOut(tx, edition, clock.now())
    await tx.updateTable('entry').set({ stories_hash: storiesHash }).where('id', '=', edition.id).execute()
  },
}

/** Ends an open edition without publishing it: its drafts go out one by one. */
export async function endEdition(
  tx: Tx,
  context: EntryContext,
  open: DraftEntry | QueuedEntry,
): Promise<void> {
  await tx
    .updateTable('entry')
    .set({ edition_id: null, edition_part: null, edition_position: null })
    .where('edition_id', '=', open.id)
    .execute()
  await saveEntry(tx, { ...context, change: undefined }, 'dismissed', open, moves.dismiss(open))
}
