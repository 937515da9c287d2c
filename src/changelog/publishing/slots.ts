import { accountById } from '#accounts/account.ts'
import type { Instant } from '#platform/clock.ts'
import type { Reader } from '#platform/db/schema.ts'
import { WEEKDAYS, type WeeklyTime, weeklyTimesAfter } from '#platform/weekly-time.ts'

/** One queue of an account: that of a set, or of the entries without a set (null). */
export interface QueueId {
  accountId: string
  setId: string | null
}

/** A stored weekly slot of a queue. */
export interface Slot extends WeeklyTime {
  id: string
  setId: string | null
}

/** The operator that compares `set_id` with the queue's set. */
export const isOf = ({ setId }: QueueId) => (setId === null ? ('is' as const) : ('=' as const))

/** The slots of one queue, or of all queues of the account, from Monday on. */
export async function slotsOf(
  db: Reader,
  { accountId, setId }: { accountId: string; setId?: string | null },
): Promise<Slot[]> {
  const rows = await db
    .selectFrom('slot')
    .select(['id', 'set_id', 'weekday', 'minute'])
    .where('account_id', '=', accountId)
    .$if(setId !== undefined, query =>
      query.where('set_id', isOf({ accountId, setId: setId ?? null }), setId ?? null),
    )
    .orderBy('weekday')
    .orderBy('minute')
    .orderBy('id')
    .execute()
  return rows.map(row => ({
    id: row.id,
    setId: row.set_id,
    weekday: WEEKDAYS[row.weekday - 1] ?? 'monday',
    minute: row.minute,
  }))
}

/** The coming times of a queue's slots, free or not, in order and without end; none if it has no slots. */
export async function comingSlots(
  db: Reader,
  queue: QueueId,
  now: Instant,
): Promise<IteratorObject<Instant>> {
  const { timeZone } = await accountById(db, queue.accountId)
  return weeklyTimesAfter(await slotsOf(db, queue), timeZone, now)
}

/** The coming times of a queue's slots that no entry is in, in order and without end. */
export async function freeSlots(db: Reader, queue: QueueId, now: Instant): Promise<IteratorObject<Instant>> {
  const rows = await db
    .selectFrom('entry')
    .select('queued_for')
    .where('account_id', '=', queue.accountId)
    .where('set_id', isOf(queue), queue.setId)
    .where('state', '=', 'queued')
    .where('in_slot', '=', 1)
    .execute()
  const taken = new Set(rows.map(row => row.queued_for))
  return (await comingSlots(db, queue, now)).filter(moment => !taken.has(moment))
}

/** The next free slots of every queue that has slots, at most `most` of each. */
export async function freeSlotsByQueue(
  db: Reader,
  accountId: string,
  now: Instant,
  most: number,
): Promise<{ setId: string | null; free: Instant[] }[]> {
  const sets = new Set((await slotsOf(db, { accountId })).map(slot => slot.setId))
  const queues: { setId: string | null; free: Instant[] }[] = []
  for (const setId of sets) {
    const free = await freeSlots(db, { accountId, setId }, now)
    queues.push({ setId, free: free.take(most).toArray() })
  }
  return queues
}
