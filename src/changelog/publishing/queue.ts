import { lockAccount } from '#accounts/account.ts'
import type { ActionContext } from '#accounts/activity.ts'
import { requireSet } from '#accounts/sets.ts'
import * as moves from '#changelog/entries/entry.ts'
import {
  type DraftEntry,
  type Entry,
  type QueuedEntry,
  type QueuePosition,
  requireState,
} from '#changelog/entries/entry.ts'
import type { EntryContext } from '#changelog/entries/entry-effects.ts'
import {
  type EntryPrecondition,
  entryById,
  entryIfUnchanged,
  versionConflict,
} from '#changelog/entries/store.ts'
import { saveEntry } from '#changelog/entries/transitions.ts'
import type { Instant } from '#platform/clock.ts'
import type { Tx } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'
import { entriesInSlots, freeSlots, releaseSlots } from './queue-order.ts'

/** A time of its own, or the next slot of its queue that no other entry is in; `soonest` is now where the queue has no slots. */
export type QueueTime = Instant | 'next' | 'soonest'

/** Where an entry is to stand in the queue, and the set that it is filed under before (null: none). */
export interface QueueRequest extends EntryPrecondition {
  at: QueueTime
  setId?: string | null | undefined
}

/** Queues a draft. `conflict` for the next slot of a queue that has none. */
export async function queueEntry(
  tx: Tx,
  mover: EntryContext,
  id: string,
  { at, setId, ...seeing }: QueueRequest,
): Promise<QueuedEntry> {
  const before = requireState(await entryIfUnchanged(tx, id, seeing), 'queued', 'draft')
  if (setId) await requireSet(tx, before.accountId, setId)
  const filed = setId === undefined ? before : { ...before, setId }
  return saveEntry(tx, mover, 'queued', before, moves.queue(filed, await positionFor(tx, mover, filed, at)))
}

/** Gives a queued entry another time; one that was late waits for that like any other. */
export async function requeueEntry(
  tx: Tx,
  mover: EntryContext,
  id: string,
  { at, ...seeing }: Omit<QueueRequest, 'setId'>,
): Promise<QueuedEntry> {
  const before = requireState(await entryIfUnchanged(tx, id, seeing), 'queued for another time', 'queued')
  return saveEntry(
    tx,
    mover,
    'queued anew',
    before,
    moves.queue(before, await positionFor(tx, mover, before, at)),
  )
}

/** Two who want the next slot at once are given one after the other, so that each gets another. */
async function positionFor(
  tx: Tx,
  { clock }: ActionContext,
  entry: DraftEntry | QueuedEntry,
  at: QueueTime,
): Promise<QueuePosition> {
  if (typeof at === 'number') return { at: requireFuture(at, clock.now()), inSlot: false }
  await lockAccount(tx, entry.accountId)
  const next = (await freeSlots(tx, entry, clock.now())).next()
  if (!next.done) return { at: next.value, inSlot: true }
  if (at === 'soonest') return { at: clock.now(), inSlot: false }
  throw new AppError('conflict', 'This queue has no slots: add some first, or give a time.')
}

/** `invalid_parameter` for a time that is over. */
function requireFuture(at: Instant, now: Instant): Instant {
  if (at >= now) return at
  throw new AppError('invalid_parameter', 'An entry is queued for a time to come; publish it to have it now.')
}

/** Takes an entry out of the queue; it is a draft again. */
export async function unqueueEntry(
  tx: Tx,
  mover: EntryContext,
  id: string,
  seeing: EntryPrecondition = {},
): Promise<Entry> {
  const before = requireState(await entryIfUnchanged(tx, id, seeing), 'taken out of the queue', 'queued')
  return saveEntry(tx, mover, 'unqueued', before, moves.unqueue(before))
}

/**
 * Puts an entry that is in a slot before another one of the same queue, or last (null). The slots stay taken as they were; the
 * entries between the old place and the new move up or down by one. Gives those that moved, as they are now. `conflict` for one at
 * a time of its own, or that is late.
 */
export async function moveInQueue(
  tx: Tx,
  mover: EntryContext,
  id: string,
  before: string | null,
  { seen, accountId }: EntryPrecondition = {},
): Promise<QueuedEntry[]> {
  const { accountId: own, setId } = await entryById(tx, id, accountId)
  await lockAccount(tx, own)
  const line = await entriesInSlots(tx, { accountId: own, setId })
  const moving = await inLine(tx, line, id)
  if (seen !== undefined && moving.version !== seen) throw versionConflict(moving)
  const rest = line.filter(entry => entry !== moving)
  const to = before === null ? rest.length : rest.indexOf(await inLine(tx, rest, before))
  return assignSlots(tx, mover, 'moved in the queue', rest.toSpliced(to, 0, moving), slotsOfLine(line))
}

async function inLine(tx: Tx, line: readonly QueuedEntry[], id: string): Promise<QueuedEntry> {
  const found = line.find(entry => entry.id === id)
  if (found) return found
  requireState(await entryById(tx, id), 'moved in the queue', 'queued')
  throw new AppError(
    'conflict',
    'Only entries in the slots of one queue change places; give this one another time instead.',
  )
}

const slotsOfLine = (line: readonly QueuedEntry[]): Instant[] => line.map(entry => entry.queuedFor)

/** Puts entries into slots, each into the one at the same index. Gives those whose time is another now. */
export async function assignSlots(
  tx: Tx,
  mover: EntryContext,
  action: string,
  entries: readonly QueuedEntry[],
  moments: readonly Instant[],
): Promise<QueuedEntry[]> {
  const moving = entries.flatMap((entry, index) => {
    const at = moments[index]
    return at === undefined || at === entry.queuedFor ? [] : [{ entry, at }]
  })
  await releaseSlots(
    tx,
    moving.map(({ entry }) => entry),
  )
  const moved: QueuedEntry[] = []
  for (const { entry, at } of moving)
    moved.push(await saveEntry(tx, mover, action, entry, moves.queue(entry, { at, inSlot: true })))
  return moved
}
