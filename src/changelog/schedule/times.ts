import { type ExpressionBuilder, type ExpressionWrapper, type SqlBool, sql } from 'kysely'
import { accountById } from '#accounts/account.ts'
import type { Entry } from '#changelog/entries/entry.ts'
import type { Instant } from '#platform/clock.ts'
import type { Reader, Schema } from '#platform/db/schema.ts'
import {
  firstFortnightOf,
  INTERVALS,
  timesAfter,
  WEEKDAYS,
  type WeeklyTime,
} from '#platform/recurring-time.ts'

/** How often a time of a schedule comes, the most frequent first. */
export const PERIODS = [...INTERVALS, 'release'] as const
export type Period = (typeof PERIODS)[number]

/** What is published at a time: one entry, or everything that is ready, as an edition. */
export const TAKES = ['entry', 'edition'] as const
type Takes = (typeof TAKES)[number]

/** A time of an account's schedule. */
export interface ScheduleTime {
  id: string
  /** The set whose entries go out at this time; null for entries without a set. An edition belongs to no set. */
  setId: string | null
  takes: Takes
  every: Period
  /** Null for releases, which follow no calendar. */
  at: WeeklyTime | null
  /** When the time was added. */
  since: Instant
}

/**
 * A lane: the entries that share the same times of a schedule. They are the entries of a set, those without a
 * set (null), or the account's editions.
 */
export interface Lane {
  accountId: string
  setId: string | null
  takes: Takes
}

/** The lane that an entry is queued in. */
export const laneOf = ({ accountId, setId, origin }: Pick<Entry, 'accountId' | 'setId' | 'origin'>): Lane =>
  origin === 'edition' ? { accountId, setId: null, takes: 'edition' } : { accountId, setId, takes: 'entry' }

/** A condition on entries: they are in the lane. */
export const isIn =
  ({ accountId, setId, takes }: Lane) =>
  (where: ExpressionBuilder<Schema, 'entry'>): ExpressionWrapper<Schema, 'entry', SqlBool> =>
    where.and([
      where('entry.account_id', '=', accountId),
      where('entry.origin', takes === 'edition' ? '=' : '<>', 'edition'),
      ...(takes === 'edition' ? [] : [where('entry.set_id', setId === null ? 'is' : '=', setId)]),
    ])

/** The times of an account's schedule: those of the week from Monday on, then releases. */
export async function timesOf(db: Reader, accountId: string): Promise<ScheduleTime[]> {
  const rows = await db
    .selectFrom('schedule_time')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy(sql`coalesce(weekday, 8)`)
    .orderBy('minute')
    .orderBy('id')
    .execute()
  return rows.map(({ id, set_id, takes, every, weekday, minute, created_at: since }) => ({
    id,
    setId: set_id,
    takes,
    every,
    at: weekday === null || minute === null ? null : { weekday: WEEKDAYS[weekday - 1] ?? 'monday', minute },
    since,
  }))
}

/** How often editions go out, and in which time zone. */
export interface Cadence {
  period: Period
  timeZone: string
  /** The Monday from which periods of two weeks are counted; null for other periods. */
  countedFrom: Temporal.PlainDate | null
}

/** How often an account's editions go out: the most frequent of several times; null if no time takes editions. */
export function cadenceOf(times: readonly ScheduleTime[], timeZone: string): Cadence | null {
  const [most] = times
    .filter(({ takes }) => takes === 'edition')
    .toSorted((a, b) => PERIODS.indexOf(a.every) - PERIODS.indexOf(b.every))
  if (most === undefined) return null
  const { every: period, at, since } = most
  const countedFrom = period === 'two-weeks' && at ? firstFortnightOf({ ...at, since }, timeZone) : null
  return { period, timeZone, countedFrom }
}

/** The lanes of an account that have times. */
export async function lanesOf(db: Reader, accountId: string): Promise<Lane[]> {
  const lanes = (await timesOf(db, accountId)).map(({ setId, takes }) => ({ accountId, setId, takes }))
  return [...new Map(lanes.map(lane => [`${lane.takes} ${lane.setId}`, lane])).values()]
}

/** The coming times of a lane after the end of its pause, free or taken, in order and without end; empty if the lane has no times. */
export async function comingTimes(db: Reader, lane: Lane, now: Instant): Promise<IteratorObject<Instant>> {
  const { timeZone } = await accountById(db, lane.accountId)
  const times = await timesOf(db, lane.accountId)
  const recurring = times.flatMap(({ setId, takes, every, at, since }) =>
    setId === lane.setId && takes === lane.takes && at !== null && every !== 'release'
      ? [{ ...at, every, since }]
      : [],
  )
  return timesAfter(recurring, timeZone, Math.max(now, await pausedUntil(db, lane, now)))
}

/** When the pause that covers a lane longest ends by itself, so that its first moment is included; `now` if there is none. */
async function pausedUntil(db: Reader, { accountId, setId }: Lane, now: Instant): Promise<Instant> {
  const { until } = await db
    .selectFrom('queue_pause')
    .select(({ fn }) => fn.max('until').as('until'))
    .where('account_id', '=', accountId)
    .where('queue', 'in', ['all', setId ?? 'none'])
    .executeTakeFirstOrThrow()
  return until === null ? now : Number(until) - 1
}

/** The times of a lane that entries are queued for, except the entry with the id `besides`. */
export async function takenTimes(db: Reader, lane: Lane, besides = ''): Promise<Set<Instant | null>> {
  const rows = await db
    .selectFrom('entry')
    .select('queued_for')
    .where(isIn(lane))
    .where('state', '=', 'queued')
    .where('on_schedule', '=', 1)
    .where('id', '<>', besides)
    .execute()
  return new Set(rows.map(row => row.queued_for))
}

/** The coming times of a lane that no entry is queued for, in order and without end. */
export async function freeTimes(db: Reader, lane: Lane, now: Instant): Promise<IteratorObject<Instant>> {
  const taken = await takenTimes(db, lane)
  return (await comingTimes(db, lane, now)).filter(moment => !taken.has(moment))
}

/** The next free times of every lane that has times, at most `most` of each. */
export async function freeTimesByLane(db: Reader, accountId: string, now: Instant, most: number) {
  const found: (Omit<Lane, 'accountId'> & { free: Instant[] })[] = []
  for (const lane of await lanesOf(db, accountId)) {
    const free = (await freeTimes(db, lane, now)).take(most).toArray()
    found.push({ setId: lane.setId, takes: lane.takes, free })
  }
  return found
}
