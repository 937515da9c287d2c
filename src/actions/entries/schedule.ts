import { z } from 'zod'
import { type Account, accountById } from '#accounts/account.ts'
import { instant } from '#actions/input.ts'
import type { QueuedEntry } from '#changelog/entries/entry.ts'
import { pauseQueue, pausesOf, type QueuePause, resumeQueue } from '#changelog/publishing/pauses.ts'
import {
  addTime,
  type ChangedTime,
  changeSchedule,
  type RescheduledEntries,
  removeTime,
} from '#changelog/publishing/schedule.ts'
import { PERIODS, type ScheduleTime, TAKES, timesOf } from '#changelog/schedule/times.ts'
import { type Instant, isoOf, isoOrNull } from '#platform/clock.ts'
import type { Reader } from '#platform/db/schema.ts'
import { clockTimeOf, WEEKDAYS, weeklyTimeFrom } from '#platform/recurring-time.ts'
import { type Acting, action, idOf, setField } from '../action.ts'

/** A time of the schedule as JSON. A release has no day and no time. */
export const timeJson = ({ id, setId, takes, every, at }: ScheduleTime) => ({
  ...{ id, setId, takes, every },
  day: at?.weekday ?? null,
  time: at && clockTimeOf(at),
})

type TimeJson = ReturnType<typeof timeJson>

const timeForm = ({ id, setId, ...time }: TimeJson) => ({ time_id: id, set_id: setId, ...time })

const timeLine = ({ id, setId, takes, every, day, time }: TimeJson): string =>
  `${id}  ${takes.padEnd(7)}  ${every.padEnd(9)}  ${day ? `${day.padEnd(9)}  ${time}` : 'when it comes'}  ${setId ?? 'no set'}\n`

/** A pause as commands print it with `--json`. */
export const pauseForm = ({ queue, pausedAt, pausedBy, until }: QueuePause) => ({
  queue,
  paused_at: isoOf(pausedAt),
  paused_by: pausedBy,
  until: isoOrNull(until),
})

export const pauseLine = ({ queue, pausedAt, until }: QueuePause): string =>
  `paused since ${isoOf(pausedAt)}${until === null ? '' : ` until ${isoOf(until)}`}: ${queue}\n`

const queuedJson = ({ id, title, queuedFor }: QueuedEntry) => ({ id, title, queuedFor })

/** The effect of a change of the schedule or time zone on the queued entries. */
export const rescheduledJson = ({ moved, stayed }: RescheduledEntries) => ({
  moved: moved.map(queuedJson),
  stayed: stayed.map(queuedJson),
})

type Rescheduled = ReturnType<typeof rescheduledJson>

/** The effect on queued entries as commands print it with `--json`. */
export function rescheduledForm({ moved, stayed }: Rescheduled) {
  const form = ({ id, title, queuedFor }: Rescheduled['moved'][number]) => ({
    ...{ id, title },
    queued_for: isoOf(queuedFor),
  })
  return { moved: moved.map(form), stayed: stayed.map(form) }
}

export const rescheduledText = ({ moved, stayed }: Rescheduled): string =>
  [
    ...moved.map(entry => `  moved to ${isoOf(entry.queuedFor)}  ${entry.title}\n`),
    ...stayed.map(entry => `  stays at ${isoOf(entry.queuedFor)}  ${entry.title}\n`),
  ].join('')

/** The schedule of an account as commands print it. */
export async function printedSchedule(db: Reader, account: Account, now: Instant) {
  const times = (await timesOf(db, account.id)).map(timeJson)
  const pauses = await pausesOf(db, account.id, now)
  const { timeZone, editionsSince, urgentAtOnce, feedsListItems } = account
  return {
    json: {
      time_zone: timeZone,
      times: times.map(timeForm),
      paused: pauses.map(pauseForm),
      editions:
        editionsSince === null
          ? null
          : {
              since: isoOf(editionsSince),
              urgent_at_once: urgentAtOnce,
              feeds_list_entries: feedsListItems,
            },
    },
    text: [
      ...times.map(timeLine),
      ...(times.length === 0 ? ['No times. Queued entries need a time of their own.\n'] : []),
      ...pauses.map(pauseLine),
      `time zone  ${timeZone}\n`,
      ...(editionsSince === null
        ? ['Entries go out one by one.\n']
        : [
            `Editions gather what was merged since ${isoOf(editionsSince).slice(0, 10)}.\n`,
            `${urgentAtOnce ? 'Breaking changes and security go out by themselves' : 'Breaking changes and security wait for the edition'}.\n`,
            `Feeds list ${feedsListItems ? 'the entries of an edition' : 'an edition as one item'}.\n`,
          ]),
    ].join(''),
  }
}

const printed = async ({ db, clock, accountId }: Acting) =>
  printedSchedule(db.read, await accountById(db.read, accountId), clock.now())

const changedTime = ({ time, rescheduled }: ChangedTime) => ({
  time: timeJson(time),
  ...rescheduledJson(rescheduled),
})

const shownTime = {
  print: ({ time, ...rescheduled }: ReturnType<typeof changedTime>) => ({
    json: { ...timeForm(time), ...rescheduledForm(rescheduled) },
    text: timeLine(time) + rescheduledText(rescheduled),
  }),
}

const PAUSED = { set: z.string().max(100).optional().meta({ placeholder: 'SET|none' }) }

/** The parts that the actions on pauses share. They return the pauses that are in force afterwards. */
const pauses = {
  role: 'publisher' as const,
  print: (_: unknown, acting: Acting) => printed(acting),
}

const pausedNow = async ({ db, clock, accountId }: Acting) => ({
  paused: await pausesOf(db.read, accountId, clock.now()),
})

/** Actions on the schedule. */
export const schedule = {
  add: action({
    summary:
      "Add a time at which an entry or an edition goes out. In the account's time zone: of every week, every two weeks or every month (the last such day of it), or with each release. It takes one entry of a set or of no set, or all drafts that are ready, as an edition. Queued entries are rescheduled.",
    role: 'owner',
    input: z.object({
      every: z.enum(PERIODS).default('week'),
      day: z.enum(WEEKDAYS).optional(),
      time: z.string().max(5).optional().meta({ placeholder: '09:30' }),
      takes: z.enum(TAKES).optional(),
      set: setField,
    }),
    async run(acting, { every, day, time, takes, set = null }) {
      const at = day === undefined || time === undefined ? null : weeklyTimeFrom(day, time)
      const taken = takes ?? (every === 'release' ? 'edition' : 'entry')
      const given = { setId: set, every, at, takes: taken } as const
      return changedTime(await acting.db.write(tx => addTime(tx, acting, acting.accountId, given)))
    },
    ...shownTime,
  }),
  remove: action({
    summary:
      'Remove a time. Entries are rescheduled; when the last one is removed they keep their times. Without a time that takes an edition, the open edition ends and its drafts stay.',
    role: 'owner',
    input: z.object({ id: idOf('time').meta({ placeholder: 'TIME_ID' }) }),
    args: ['id'],
    run: async (acting, { id }) =>
      changedTime(await acting.db.write(tx => removeTime(tx, acting, acting.accountId, id))),
    ...shownTime,
  }),
  set: action({
    summary:
      'Set from which merges on editions begin, whether urgent changes go out at once, and whether feeds list the entries of an edition.',
    role: 'owner',
    input: z.object({
      since: instant.optional(),
      urgentAtOnce: z.boolean().optional(),
      feedsListEntries: z.boolean().optional(),
    }),
    async run(acting, { feedsListEntries: feedsListItems, ...same }) {
      const change = { ...same, feedsListItems }
      await acting.db.write(tx => changeSchedule(tx, acting, acting.accountId, change))
    },
    print: (_, acting) => printed(acting),
  }),
  pause: action({
    ...pauses,
    summary:
      "Let nothing go out that is queued, or nothing of one set, until it is resumed, or until a day in the account's time zone. What is queued goes to the times after that day.",
    input: z.object({ ...PAUSED, until: z.iso.date().optional().meta({ placeholder: '2026-01-04' }) }),
    async run(acting, { set = 'all', until }) {
      const { db, accountId } = acting
      const { timeZone } = await accountById(db.read, accountId)
      const end = until === undefined ? undefined : Temporal.PlainDate.from(until).toZonedDateTime(timeZone)
      await db.write(tx => pauseQueue(tx, acting, accountId, set, end?.epochMilliseconds))
      return pausedNow(acting)
    },
  }),
  resume: action({
    ...pauses,
    summary: 'End a pause. Entries that came due are published in order, unless they are too late.',
    input: z.object(PAUSED),
    async run(acting, { set = 'all' }) {
      await acting.db.write(tx => resumeQueue(tx, acting, acting.accountId, set))
      return pausedNow(acting)
    },
  }),
}
