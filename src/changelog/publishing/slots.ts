import { accountById } from '#accounts/account.ts'
import type { Instant } from '#platform/clock.ts'
import { firstMomentOf, zonedAt } from '#platform/clock.ts'
import type { Reader } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'
import { safeLine } from '#platform/text.ts'

export const WEEKDAYS = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const
type Weekday = (typeof WEEKDAYS)[number]

/** A weekly time in the account's time zone. */
export interface WeeklyTime {
  weekday: Weekday
  /** Minute of the day, 0 to 1439. */
  minute: number
}

const DAY_MINUTES = 1_440

/**
 * The instants of weekly times after a given one, in order, without end; none if there are no times. A local time that daylight saving
 * skips becomes the instant of the change, a repeated one its first occurrence, and times that fall on the same instant are one.
 */
export function* slotsAfter(
  times: readonly WeeklyTime[],
  zone: string,
  after: Instant,
): Generator<Instant, undefined> {
  if (times.length === 0) return
  const inOrder = times.toSorted((a, b) => a.minute - b.minute)
  let last = after
  for (let day = zonedAt(after, zone).toPlainDate(); ; day = day.add({ days: 1 })) {
    const midnight = day.toPlainDateTime()
    for (const { minute, weekday } of inOrder) {
      if (weekday !== WEEKDAYS[day.dayOfWeek - 1]) continue
      const moment = firstMomentOf(midnight.add({ minutes: minute }), zone)
      if (moment <= last) continue
      yield moment
      last = moment
    }
  }
}

/** Parses a weekday and a time such as `09:30`. Throws `invalid_parameter` for anything else. */
export function weeklyTimeFrom(day: string, time: string): WeeklyTime {
  const weekday = WEEKDAYS.find(name => name === day.toLowerCase())
  const [, hours, minutes] = /^(\d{1,2}):(\d{2})$/.exec(time) ?? []
  const minute = Number(hours) * 60 + Number(minutes)
  if (!weekday) throw refuse('day', day, WEEKDAYS.join(', '))
  if (Number(minutes) < 60 && minute < DAY_MINUTES) return { weekday, minute }
  throw refuse('time', time, 'a time of the day such as 09:30')
}

const refuse = (name: string, text: string, accepts: string): AppError => {
  const got = safeLine(text.slice(0, 60))
  return new AppError('invalid_parameter', `The ${name} of a slot is ${accepts}; got ${got}.`, {
    parameters: [{ name, got, accepts }],
  })
}

/** The time as `09:30`. */
export const timeOf = ({ minute }: WeeklyTime): string =>
  [Math.floor(minute / 60), minute % 60].map(part => String(part).padStart(2, '0')).join(':')

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
  return slotsAfter(await slotsOf(db, queue), timeZone, now)
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
