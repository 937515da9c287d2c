import { accountById, lockAccount } from '#accounts/account.ts'
import { asItem } from '#accounts/activity.ts'
import { touchFeeds } from '#accounts/feed-revision.ts'
import { type Period, type Rhythm, rhythmOf, storeRhythm } from '#accounts/rhythm.ts'
import { moveInEdition, place } from '#changelog/entries/edition-place.ts'
import * as moves from '#changelog/entries/entry.ts'
import {
  type DraftEntry,
  type Entry,
  type PublishedEntry,
  type QueuedEntry,
  requireState,
} from '#changelog/entries/entry.ts'
import type { EntryContext, EntryEffects } from '#changelog/entries/entry-effects.ts'
import { type EntryPrecondition, entryById, entryIfUnchanged } from '#changelog/entries/store.ts'
import { publishEntry, saveEntry, withdrawEntry } from '#changelog/entries/transitions.ts'
import { highestMagnitude } from '#changelog/entries/weight.ts'
import type { Instant } from '#platform/clock.ts'
import type { Tx } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'
import { withTurns } from '#platform/iterables.ts'
import { laidOut, openEditionOf, startEdition } from './edition.ts'
import { itemsIn } from './items.ts'
import { inReadingOrder } from './layout.ts'
import { beginningBefore } from './period.ts'

const NOTHING_TO_PUBLISH = 'There is nothing in this edition yet, so it does not go out.'

/**
 * Publishes an edition: every entry that stands in it, each by itself and at its place, then the edition, in one transaction; and starts
 * the next one. What is held or left out stays a draft. Throws `conflict` for an edition with nothing in it.
 */
export async function publishEdition(tx: Tx, context: EntryContext, id: string): Promise<PublishedEntry> {
  const { accountId } = await entryById(tx, id)
  await lockAccount(tx, accountId)
  const stored = requireState(await entryById(tx, id), 'published', 'draft', 'queued')
  const { edition, layout } = await laidOut(tx, stored, context.clock.now())
  const items = inReadingOrder(layout)
  const [lead] = items
  if (lead === undefined) throw new AppError('conflict', NOTHING_TO_PUBLISH)
  const now = context.clock.now()
  // The edition is what a person publishes; its entries go with it.
  const following = { ...context, change: undefined }
  for await (const [position, { entry }] of withTurns(items.entries())) {
    const part = position < layout.stories.length ? 'story' : 'line'
    const to = { id, part, position } as const
    await place(tx, entry.id, to)
    await saveEntry(tx, following, 'published', entry, moves.publish({ ...entry, edition: to }, now))
  }
  const whole = { ...edition, kind: lead.kind, magnitude: highestMagnitude(items) }
  const published = await saveEntry(tx, context, 'published', stored, moves.publish(whole, now))
  await startEdition(tx, context, accountId)
  return published
}

/** Publishes an entry, or an edition with all that stands in it. */
export async function publish(
  tx: Tx,
  context: EntryContext,
  id: string,
  options: { setId?: string } = {},
): Promise<Entry> {
  const { origin, state } = await entryById(tx, id)
  if (origin !== 'edition' || state === 'withdrawn') return publishEntry(tx, context, id, options)
  return publishEdition(tx, context, id)
}

/** Withdraws an edition without its entries, which become entries by themselves. */
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

/** The entries of an edition go with it when it is withdrawn, and come back with it. */
export const editionEffects: EntryEffects = {
  async withdrawn(tx, context, edition) {
    if (edition.origin !== 'edition') return
    for await (const item of withTurns(await itemsIn(tx, edition.id, 'published')))
      await saveEntry(
        tx,
        context,
        'withdrawn',
        item,
        moves.withdraw(requireState(item, 'withdrawn', 'published')),
      )
  },
  async published(tx, context, edition, before) {
    if (edition.origin !== 'edition' || before.state !== 'withdrawn') return
    for await (const item of withTurns(await itemsIn(tx, edition.id, 'withdrawn')))
      await saveEntry(
        tx,
        context,
        'published',
        item,
        moves.republish(requireState(item, 'published', 'withdrawn')),
      )
  },
  async queued() {},
  async unqueued() {},
  async dismissed() {},
  async edited() {},
}

/**
 * Changes an account's rhythm. With one that has editions the first is open at once, with the drafts of this period and the one before,
 * or those merged since another time; without one, the open edition ends and its drafts go out one by one.
 */
export async function changeRhythm(
  tx: Tx,
  context: EntryContext,
  accountId: string,
  change: Partial<Rhythm>,
): Promise<Rhythm> {
  await lockAccount(tx, accountId)
  const before = await rhythmOf(tx, accountId)
  const after = { ...before, ...change }
  requireBeginning(change.since ?? null, after.period, context.clock.now())
  const { timeZone } = await accountById(tx, accountId)
  after.since =
    after.period === 'one-by-one'
      ? null
      : (change.since ?? before.since ?? beginningBefore(after.period, context.clock.now(), timeZone))
  await storeRhythm(tx, context, accountId, before, after)
  const open = await openEditionOf(tx, accountId)
  if (after.period === 'one-by-one' && open !== null) await endEdition(tx, context, open)
  if (after.period !== 'one-by-one' && open === null) await startEdition(tx, context, accountId)
  return after
}

function requireBeginning(since: Instant | null, period: Period, now: Instant): void {
  if (since === null) return
  if (period === 'one-by-one')
    throw new AppError('invalid_parameter', 'Drafts go out one by one here: choose a period first.')
  if (since > now) throw new AppError('invalid_parameter', 'Editions begin with a time that has passed.')
}

async function endEdition(tx: Tx, context: EntryContext, open: DraftEntry | QueuedEntry): Promise<void> {
  await tx
    .updateTable('entry')
    .set({ edition_id: null, edition_part: null, edition_position: null })
    .where('edition_id', '=', open.id)
    .execute()
  await saveEntry(tx, { ...context, change: undefined }, 'dismissed', open, moves.dismiss(open))
}
