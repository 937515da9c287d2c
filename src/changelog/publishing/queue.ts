import { lockAccount } from '#accounts/account.ts'
import { type ActionContext, asItem } from '#accounts/activity.ts'
import type { ActivityAction } from '#accounts/activity-actions.ts'
import * as moves from '#changelog/entries/entry.ts'
import {
  type DraftEntry,
  type Entry,
  type QueuedEntry,
  type QueuePosition,
  requireState,
} from '#changelog/entries/entry.ts'
import type { EntryContext } from '#changelog/entries/entry-effects.ts'
import type { ListedEntry } from '#changelog/entries/list.ts'
import {
  type EntryPrecondition,
  entryById,
  entryFrom,
  entryIfUnchanged,
  versionConflict,
} from '#changelog/entries/store.ts'
import { filedUnder, saveEntry } from '#changelog/entries/transitions.ts'
import { freeTimes, isIn, type Lane, laneOf } from '#changelog/schedule/times.ts'
import type { Instant } from '#platform/clock.ts'
import type { Reader, Tx } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'

/**
 * When to publish: a fixed time, a given free time of the schedule, `next` (the next free one), or `soonest`
 * (the next free one, or now if the schedule has none).
 */
type QueueTime = Instant | { free: Instant } | 'next' | 'soonest'

/** When to publish an entry. `setId` files it under another set first, or under none (null). */
interface QueueRequest extends EntryPrecondition {
  at: QueueTime
  setId?: string | null | undefined
}

/** Queues a draft. Throws `conflict` for `next` if the schedule has no free time, and for a given time that is not free. */
export async function queueEntry(
  tx: Tx,
  context: EntryContext,
  id: string,
  { at, setId, ...precondition }: QueueRequest,
): Promise<QueuedEntry> {
  const before = requireState(await entryIfUnchanged(tx, id, precondition), 'queued', 'draft')
  const filed = await filedUnder(tx, before, setId)
  return saveEntry(
    tx,
    context,
    'queued',
    before,
    moves.queue(filed, await positionFor(tx, context, filed, at)),
  )
}

/** Gives a queued entry, late or not, another time. */
export async function requeueEntry(
  tx: Tx,
  context: EntryContext,
  id: string,
  { at, ...precondition }: Omit<QueueRequest, 'setId'>,
): Promise<QueuedEntry> {
  const before = requireState(
    await entryIfUnchanged(tx, id, precondition),
    'queued for another time',
    'queued',
  )
  return saveEntry(
    tx,
    context,
    'rescheduled',
    before,
    moves.queue(before, await positionFor(tx, context, before, at)),
  )
}

/** Queues a draft, or gives an entry that is queued already another time. */
export const queueOrRequeue = (
  tx: Tx,
  context: EntryContext,
  { id, state }: Entry,
  { setId, ...request }: QueueRequest,
): Promise<QueuedEntry> =>
  state === 'queued' && setId === undefined
    ? requeueEntry(tx, context, id, request)
    : queueEntry(tx, context, id, { ...request, setId })

/** How long an entry that a person publishes right away waits, so that the person can undo it. */
const UNDO_MS = 10_000

/**
 * Publishes a draft or queued entry in ten seconds. Until then it can be taken out of the queue. Neither a
 * pause nor lateness holds it. `setId` files it under another set first, or under none (null).
 */
export async function publishSoon(
  tx: Tx,
  context: EntryContext,
  id: string,
  { setId, ...precondition }: Omit<QueueRequest, 'at'> = {},
): Promise<QueuedEntry> {
  const before = requireState(await entryIfUnchanged(tx, id, precondition), 'published', 'draft', 'queued')
  const filed = await filedUnder(tx, before, setId)
  const position = { at: context.clock.now() + UNDO_MS, onSchedule: false, immediate: true }
  return saveEntry(tx, context, 'publishing', before, moves.queue(filed, position))
}

/**
 * The position of an entry in the queue. Locks the account before it looks for a free time, so that concurrent requests get different ones.
 */
async function positionFor(
  tx: Tx,
  { clock }: ActionContext,
  entry: DraftEntry | QueuedEntry,
  at: QueueTime,
): Promise<QueuePosition> {
  if (typeof at === 'number') return { at: requireFuture(at, clock.now()), onSchedule: false }
  await lockAccount(tx, entry.accountId)
  if (typeof at === 'object')
    return { at: await requireFreeTime(tx, laneOf(entry), at.free, clock.now()), onSchedule: true }
  const next = (await freeTimes(tx, laneOf(entry), clock.now())).next()
  if (!next.done) return { at: next.value, onSchedule: true }
  if (at === 'soonest') return { at: clock.now(), onSchedule: false }
  throw new AppError('conflict', 'The schedule has no time for it: add one first, or give a time.')
}

/** Throws `invalid_parameter` for a time in the past. */
function requireFuture(at: Instant, now: Instant): Instant {
  if (at >= now) return at
  throw new AppError(
    'invalid_parameter',
    'The time is in the past. Give a later one, or publish the entry now.',
  )
}

/** Throws `conflict` if the time is not one of the lane's, or another entry has it. */
async function requireFreeTime(tx: Tx, lane: Lane, at: Instant, now: Instant): Promise<Instant> {
  const first = (await freeTimes(tx, lane, Math.max(requireFuture(at, now) - 1, now))).next()
  if (first.value === at) return at
  throw new AppError('conflict', 'That time is no longer free. Choose another one.')
}

/** Takes an entry out of the queue and makes it a draft again. */
export async function unqueueEntry(
  tx: Tx,
  context: EntryContext,
  id: string,
  precondition: EntryPrecondition = {},
): Promise<Entry> {
  const before = requireState(
    await entryIfUnchanged(tx, id, precondition),
    'taken out of the queue',
    'queued',
  )
  return saveEntry(tx, context, 'unqueued', before, moves.unqueue(before))
}

/**
 * Moves an entry that is at a time of the schedule before another one of its lane, or to the end (null). The
 * lane's entries share the same times as before; those between the old and the new position move by one.
 * Returns the entries that moved. Throws `conflict` if the entry has a fixed time or is late.
 */
export async function moveInQueue(
  tx: Tx,
  context: EntryContext,
  id: string,
  before: string | null,
  { seen, accountId }: EntryPrecondition = {},
): Promise<QueuedEntry[]> {
  const found = await entryById(tx, id, accountId)
  await lockAccount(tx, found.accountId)
  const scheduled = (await queuedIn(tx, laneOf(found))).filter(entry => entry.onSchedule)
  const moving = await entryIn(tx, scheduled, id)
  if (seen !== undefined && moving.version !== seen) throw versionConflict(moving)
  const rest = scheduled.filter(entry => entry !== moving)
  const to = before === null ? rest.length : rest.indexOf(await entryIn(tx, rest, before))
  return assignTimes(
    tx,
    asItem(context, id),
    'moved in the queue',
    rest.toSpliced(to, 0, moving),
    scheduled.map(entry => entry.queuedFor),
  )
}

async function entryIn(tx: Tx, scheduled: readonly QueuedEntry[], id: string): Promise<QueuedEntry> {
  const found = scheduled.find(entry => entry.id === id)
  if (found) return found
  requireState(await entryById(tx, id), 'moved in the queue', 'queued')
  throw new AppError(
    'conflict',
    'Only entries at times of one schedule can change places. Give this entry another time instead.',
  )
}

/** Gives each entry the time of the schedule at the same index. Returns the entries whose time changed. */
export async function assignTimes(
  tx: Tx,
  context: EntryContext,
  action: ActivityAction,
  entries: readonly QueuedEntry[],
  moments: readonly Instant[],
): Promise<QueuedEntry[]> {
  const moving = entries.flatMap((entry, index) => {
    const at = moments[index]
    return at === undefined || at === entry.queuedFor ? [] : [{ entry, at }]
  })
  const leaving = moving.map(({ entry }) => entry)
  await releaseTimes(tx, leaving)
  const moved: QueuedEntry[] = []
  for (const { entry, at } of moving)
    moved.push(await saveEntry(tx, context, action, entry, moves.queue(entry, { at, onSchedule: true })))
  return moved
}

const isQueued = (entry: Entry): entry is QueuedEntry => entry.state === 'queued'

/** The entries of one lane in the order of their times. */
export async function queuedIn(db: Reader, lane: Lane): Promise<QueuedEntry[]> {
  const rows = await db
    .selectFrom('entry')
    .selectAll()
    .where(isIn(lane))
    .where('state', '=', 'queued')
    .orderBy('queued_for')
    .orderBy('id')
    .execute()
  return rows.map(entryFrom).filter(isQueued)
}

/** All queued entries of an account in the order of their times, with the URL of each one's primary pull request. */
export async function listQueue(
  db: Reader,
  accountId: string,
): Promise<(ListedEntry & { entry: QueuedEntry })[]> {
  const rows = await db
    .selectFrom('entry')
    .leftJoin('pull_request', 'pull_request.id', 'entry.primary_pull_request_id')
    .selectAll('entry')
    .select('pull_request.url')
    .where('entry.account_id', '=', accountId)
    .where('entry.state', '=', 'queued')
    .orderBy('entry.queued_for')
    .orderBy('entry.id')
    .execute()
  return rows.flatMap(row => {
    const entry = entryFrom(row)
    return isQueued(entry) ? [{ entry, externalUrl: row.url }] : []
  })
}

/** Frees the entries' times for others within this transaction. The caller must save each of these entries again. */
export async function releaseTimes(tx: Tx, entries: readonly QueuedEntry[]): Promise<void> {
  if (entries.length === 0) return
  const ids = entries.map(entry => entry.id)
  await tx.updateTable('entry').set({ on_schedule: 0 }).where('id', 'in', ids).execute()
}
