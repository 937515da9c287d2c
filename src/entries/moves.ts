import { recordActivity } from '#accounts/activity.ts'
import { touchFeeds } from '#accounts/feed-revision.ts'
import { requireSet } from '#accounts/sets.ts'
import type { Tx } from '#db/schema.ts'
import { isUniqueViolation } from '#db/unique-violation.ts'
import { AppError } from '#kit/app-error.ts'
import type { Clock, Instant } from '#kit/clock.ts'
import type { Ids } from '#kit/ids.ts'
import { entryById, isLive, pullRequestIdsOf, updateEntry } from './entries.ts'
import * as moves from './entry.ts'
import { type Entry, requireState } from './entry.ts'
import { settleHighlights } from './highlights.ts'
import { settlePlaces } from './ledger.ts'

/** Who moves, and by which clock. */
export interface Mover {
  clock: Clock
  ids: Ids
  /** A person's id, or `command-line`, `import`, `revert`, `queue`. */
  actor: string
}

/** Publishes now, or dated at `at` for what is imported, filed under a set when one is named. */
export async function publishEntry(
  tx: Tx,
  mover: Mover,
  id: string,
  { at, setId }: { at?: Instant; setId?: string } = {},
): Promise<Entry> {
  const before = requireState(await entryById(tx, id), 'published', 'draft', 'queued', 'withdrawn')
  if (setId !== undefined) await requireSet(tx, before.accountId, setId)
  const filed = setId === undefined ? before : { ...before, setId }
  const after =
    filed.state === 'withdrawn' ? moves.republish(filed) : moves.publish(filed, at ?? mover.clock.now())
  return store(tx, mover, 'published', before, after)
}

/** Queues a draft for a later moment. */
export async function queueEntry(
  tx: Tx,
  mover: Mover,
  id: string,
  { at, setId }: { at: Instant; setId?: string },
): Promise<Entry> {
  const before = requireState(await entryById(tx, id), 'queued', 'draft')
  if (setId !== undefined) await requireSet(tx, before.accountId, setId)
  const filed = setId === undefined ? before : { ...before, setId }
  return store(tx, mover, 'queued', before, moves.queue(filed, at))
}

/** Takes an entry out of the queue; it is a draft again. */
export async function unqueueEntry(tx: Tx, mover: Mover, id: string): Promise<Entry> {
  const before = requireState(await entryById(tx, id), 'taken out of the queue', 'queued')
  return store(tx, mover, 'unqueued', before, moves.unqueue(before))
}

/** Takes a published entry out of the feeds at once. Its pull requests stay promoted: nothing is announced twice by accident. */
export async function withdrawEntry(tx: Tx, mover: Mover, id: string): Promise<Entry> {
  const before = requireState(await entryById(tx, id), 'withdrawn', 'published')
  return store(tx, mover, 'withdrawn', before, moves.withdraw(before))
}

export async function dismissEntry(tx: Tx, mover: Mover, id: string): Promise<Entry> {
  const before = requireState(await entryById(tx, id), 'dismissed', 'draft', 'queued')
  return store(tx, mover, 'dismissed', before, moves.dismiss(before))
}

/** Brings a dismissed entry back, unless another entry covers its pull request by now. */
export async function restoreEntry(tx: Tx, mover: Mover, id: string): Promise<Entry> {
  const before = requireState(await entryById(tx, id), 'restored', 'dismissed')
  return store(tx, mover, 'restored', before, moves.restore(before))
}

/** All that a move brings with it, in the one transaction: the row, the ledger, the feeds, the promotion, the activity log. */
async function store(tx: Tx, mover: Mover, action: string, before: Entry, after: Entry): Promise<Entry> {
  const pulls = await pullRequestIdsOf(tx, before.id)
  await updateEntry(tx, before, after)
  if (isLive(before) !== isLive(after)) await holdPulls(tx, after)
  if (after.state === 'published') await markPromoted(tx, mover, pulls)
  await settlePlaces(tx, pulls)
  if (before.state === 'published' || after.state === 'published') {
    await touchFeeds(tx, mover.clock, after.accountId, { sets: [before.setId, after.setId] })
  }
  await recordActivity(tx, mover.clock, mover.ids, {
    accountId: after.accountId,
    actor: mover.actor,
    action,
    subject: after.id,
    before: summaryOf(before),
    after: summaryOf(after),
  })
  return after
}

async function holdPulls(tx: Tx, entry: Entry): Promise<void> {
  try {
    await tx
      .updateTable('entry_pull_request')
      .set({ live: isLive(entry) ? 1 : 0 })
      .where('entry_id', '=', entry.id)
      .execute()
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    throw new AppError('conflict', 'A pull request of this entry is in another entry by now.')
  }
}

/** Whoever promoted a pull request first is kept. */
export async function markPromoted(
  tx: Tx,
  { clock, actor }: Mover,
  pullRequestIds: readonly string[],
): Promise<void> {
  if (pullRequestIds.length === 0) return
  await tx
    .updateTable('pull_request')
    .set({ promoted_at: clock.now(), promoted_by: actor })
    .where('id', 'in', pullRequestIds)
    .where('promoted_at', 'is', null)
    .execute()
  await settleHighlights(tx, pullRequestIds)
}

const summaryOf = (entry: Entry) => ({
  state: entry.state,
  set: entry.setId,
  ...(entry.state === 'queued' && { at: entry.queuedFor }),
  ...(entry.state === 'published' && { at: entry.publishedAt }),
})
