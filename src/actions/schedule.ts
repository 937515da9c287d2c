import { z } from 'zod'
import { type Account, accountById } from '#accounts/account.ts'
import { pauseQueue, pausesOf, type QueuePause, resumeQueue } from '#changelog/publishing/pauses.ts'
import { type ScheduleTime, timesOf } from '#changelog/schedule/times.ts'
import { HOUR_MS, isoOf } from '#platform/clock.ts'
import type { Reader } from '#platform/db/schema.ts'
import { clockTimeOf } from '#platform/recurring-time.ts'
import { action } from './action.ts'

/** A time of the schedule as commands print it with `--json`. */
export const timeForm = ({ id, setId, takes, every, at }: ScheduleTime) => ({
  time_id: id,
  set_id: setId,
  takes,
  every,
  day: at?.weekday ?? null,
  time: at && clockTimeOf(at),
})

/** A time of the schedule as a line of text. */
export const timeLine = ({ id, setId, takes, every, at }: ScheduleTime): string =>
  `${id}  ${takes.padEnd(7)}  ${every.padEnd(9)}  ${at ? `${at.weekday.padEnd(9)}  ${clockTimeOf(at)}` : 'when it comes'}  ${setId ?? 'no set'}\n`

/** A pause as commands print it with `--json`. */
export const pauseForm = ({ line, pausedAt, pausedBy }: QueuePause) => ({
  queue: line,
  paused_at: isoOf(pausedAt),
  paused_by: pausedBy,
})

export const pauseLine = ({ line, pausedAt }: QueuePause): string =>
  `paused since ${isoOf(pausedAt)}: ${line}\n`

/** The schedule of an account as commands print it. */
export async function printedSchedule(db: Reader, account: Account) {
  const times = await timesOf(db, account.id)
  const pauses = await pausesOf(db, account.id)
  const { timeZone, latenessMs, editionsSince, urgentAtOnce, feedsListItems } = account
  const hours = latenessMs / HOUR_MS
  return {
    json: {
      time_zone: timeZone,
      lateness_hours: hours,
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
      `time zone  ${timeZone}\nlateness   ${hours} hours\n`,
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

/** Pauses or resumes what is queued, all of it or that of one set. */
const pausing = (summary: string, change: typeof pauseQueue) =>
  action({
    summary,
    role: 'publisher',
    input: z.object({ set: z.string().max(100).optional().meta({ placeholder: 'SET|none' }) }),
    async run(acting, { set }) {
      await acting.db.write(tx => change(tx, acting, acting.accountId, set ?? 'all'))
      return { paused: await pausesOf(acting.db.read, acting.accountId) }
    },
    print: async (_, { db, accountId }) => printedSchedule(db.read, await accountById(db.read, accountId)),
  })

/** What is done with the schedule. */
export const schedule = {
  pause: pausing(
    'Let nothing go out that is queued, or nothing of one set, until it is resumed.',
    pauseQueue,
  ),
  resume: pausing(
    'End a pause. Entries that came due are published in order, unless they are too late.',
    resumeQueue,
  ),
}
