import type { LinkProps } from '@tanstack/react-router'
import type { Queue } from '../api/entry-queries.ts'
import type { Decision } from '../decisions/decision.ts'

export type QueuedEntry = Queue['entries'][number]

type Takes = Queue['times'][number]['takes']

/** A time of the schedule, free or with an entry, or the fixed time of one entry. */
export interface QueueTime {
  at: number
  setId: string | null
  takes: Takes
  entry: QueuedEntry | null
}

/** The queue of a set, or of the entries without a set. */
export interface Lane {
  setId: string | null
  /** Null for the entries without a set. */
  name: string | null
  /** The times in order. Late entries are in no lane. */
  times: QueueTime[]
}

/** Which times of the schedule an entry takes: those for entries, or those for editions. */
export const takesOf = ({ origin }: Pick<QueuedEntry, 'origin'>): Takes =>
  origin === 'edition' ? 'edition' : 'entry'

export const isEdition = (entry: Pick<QueuedEntry, 'origin'>): boolean => takesOf(entry) === 'edition'

/** The link to the page of a queued entry: Review for the edition, otherwise the entry's own. */
export const linkTo = (
  entry: Pick<QueuedEntry, 'id' | 'origin'>,
): Pick<LinkProps, 'to' | 'params' | 'search'> =>
  isEdition(entry)
    ? { to: '/$account/review', search: { item: entry.id } }
    : { to: '/$account/entries/$entry', params: { entry: entry.id } }

/** The next free times for entries of a set, or for editions. */
export const freeTimes = (
  queue: Pick<Queue, 'free'> | undefined,
  setId: string | null,
  takes: Takes = 'entry',
) => queue?.free.find(lane => lane.setId === setId && lane.takes === takes)?.free ?? []

/** Whether a pause without an end stops the entries of a set. */
export const isStopped = (queue: Pick<Queue, 'paused'> | undefined, setId: string | null): boolean =>
  queue?.paused.some(one => one.until === null && (one.queue === 'all' || one.queue === (setId ?? 'none'))) ??
  false

const timeOf = (entry: QueuedEntry): number => entry.queuedFor ?? 0

/** The lanes that have times or entries. */
export const lanesOf = (queue: Queue): Lane[] =>
  [{ id: null, name: null }, ...queue.sets]
    .map(({ id, name }) => ({ setId: id, name, times: timesOf(queue, id) }))
    .filter(({ times }) => times.length > 0)

function timesOf(queue: Queue, setId: string | null): QueueTime[] {
  const own = queue.entries.filter(entry => entry.setId === setId && !entry.late)
  const free = (['entry', 'edition'] as const).flatMap(takes =>
    freeTimes(queue, setId, takes).map(at => ({ at, setId, takes, entry: null })),
  )
  const taken = own.map(entry => ({ at: timeOf(entry), setId, takes: takesOf(entry), entry }))
  return [...taken, ...free].toSorted((a, b) => a.at - b.at)
}

/** Whether an entry can be moved to a time: to a free time for it, and from a time of the schedule also to a taken one. */
export const canMove = (entry: QueuedEntry, { setId, takes, entry: other }: QueueTime): boolean =>
  entry.setId === setId &&
  takesOf(entry) === takes &&
  (other === null || (other.id !== entry.id && isMovedAlong(entry, other)))

const isMovedAlong = (entry: QueuedEntry, other: QueuedEntry): boolean =>
  entry.onSchedule === true && other.onSchedule === true && !other.immediate

/** The nearest time before (-1) or after (1) the entry's own that it can be moved to. */
export function neighbourOf({ times }: Lane, entry: QueuedEntry, step: 1 | -1): QueueTime | undefined {
  const isBeyond = ({ at }: QueueTime) => (step === 1 ? at > timeOf(entry) : at < timeOf(entry))
  const possible = times.filter(time => isBeyond(time) && canMove(entry, time))
  return step === 1 ? possible[0] : possible.at(-1)
}

/** The entries of the same lane, in order. */
const inOrder = ({ entries }: Queue, { setId, origin }: QueuedEntry): QueuedEntry[] =>
  entries.filter(entry => entry.setId === setId && takesOf(entry) === takesOf({ origin }) && entry.onSchedule)

/** The entry's index in the order, found by its id, since the queue may have been reloaded after the entry was drawn. */
const placeOf = ({ id }: QueuedEntry, order: readonly QueuedEntry[]): number =>
  order.findIndex(one => one.id === id)

/** The action that moves an entry. It takes the place of the entry at a taken time; the entries in between move by one time. */
export function decisionFor(queue: Queue, entry: QueuedEntry, to: QueueTime): Decision {
  if (to.entry === null) return { action: 'entry queue', free: to.at }
  const order = inOrder(queue, entry)
  const place = placeOf(to.entry, order)
  // The server refuses an entry that is no longer in the queue.
  const isLater = place >= 0 && timeOf(entry) < to.at
  const before = isLater ? order[place + 1]?.id : to.entry.id
  return { action: 'queue move', ...(before === undefined ? { last: true } : { before }) }
}

/** The queue as the server will have it after the move. */
export function queueAfter(queue: Queue, entry: QueuedEntry, to: QueueTime): Queue {
  const times = to.entry === null ? new Map([[entry.id, to.at]]) : pushed(queue, entry, to.entry)
  const entries = queue.entries.map(one => {
    const queuedFor = times.get(one.id)
    return queuedFor === undefined ? one : { ...one, queuedFor, onSchedule: true, late: false }
  })
  return { ...queue, entries: entries.toSorted((a, b) => timeOf(a) - timeOf(b)) }
}

/** The new times of all entries of a lane, by id, if one takes the place of another. */
function pushed(queue: Queue, entry: QueuedEntry, other: QueuedEntry): Map<string, number> {
  const order = inOrder(queue, entry)
  const rest = order.filter(({ id }) => id !== entry.id)
  const moved = rest.toSpliced(placeOf(other, order), 0, entry)
  return new Map(moved.map(({ id }, index) => [id, timeOf(order[index] ?? entry)]))
}
