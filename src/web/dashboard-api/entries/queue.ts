import { Hono } from 'hono'
import { z } from 'zod'
import { accountById } from '#accounts/account.ts'
import { listSets } from '#accounts/sets.ts'
import { openEditionOf } from '#changelog/editions/edition.ts'
import { sizeNow } from '#changelog/editions/items.ts'
import { listPublishFailures } from '#changelog/entries/publish-failures.ts'
import { pausesOf } from '#changelog/publishing/pauses.ts'
import { listQueue } from '#changelog/publishing/queue.ts'
import {
  addTime,
  changeSchedule,
  type RescheduledEntries,
  removeTime,
} from '#changelog/publishing/schedule.ts'
import { queueWeek } from '#changelog/publishing/week.ts'
import {
  freeTimesByLane,
  PERIODS,
  periodOf,
  type ScheduleTime,
  TAKES,
  timesOf,
} from '#changelog/schedule/times.ts'
import { HOUR_MS } from '#platform/clock.ts'
import { clockTimeOf, WEEKDAYS, weeklyTimeFrom } from '#platform/recurring-time.ts'
import type { WebContext } from '#web/context.ts'
import { jsonBody, queryParameters } from '#web/request-bodies.ts'
import type { SessionEnv } from '#web/session-guard.ts'
import { authorize, briefJson } from '../authorize.ts'

/** Free times listed for each lane. */
const FREE_SHOWN = 10

const setId = z.string().max(100).nullable()
const week = z.object({ day: z.iso.date().optional() })

/** The queue and its schedule. All members see them; owners change the schedule. */
export function queue(web: WebContext) {
  return new Hono<SessionEnv>().route('/', queued(web)).route('/', schedule(web))
}

function queued(web: WebContext) {
  const { db, clock } = web
  return new Hono<SessionEnv>()
    .get('/accounts/:account/queue', async c => {
      const own = await authorize(web, c, 'viewer')
      const now = clock.now()
      const account = await accountById(db.read, own.account.id)
      const entries = await listQueue(db.read, account.id)
      const edition = await openEditionOf(db.read, account.id)
      const times = await timesOf(db.read, account.id)
      return c.json({
        now,
        timeZone: account.timeZone,
        latenessHours: account.latenessMs / HOUR_MS,
        paused: await pausesOf(db.read, account.id),
        times: times.map(shownTime),
        free: await freeTimesByLane(db.read, account.id, now, FREE_SHOWN),
        /** Null where nothing takes an edition. */
        period: periodOf(times),
        urgentAtOnce: account.urgentAtOnce,
        feedsListItems: account.feedsListItems,
        sets: (await listSets(db.read, account.id)).map(({ id, name }) => ({ id, name })),
        failures: (await listPublishFailures(db.read, account.id)).map(({ entryId, error, retryAt }) => ({
          entryId,
          error,
          retryAt,
        })),
        /** Entries of the edition that goes out next; null where there is none. */
        editionSize: edition && (await sizeNow(db.read, edition)),
        entries: entries.map(({ entry, externalUrl }) => ({ ...briefJson(entry), externalUrl })),
      })
    })
    .get('/accounts/:account/queue/week', queryParameters(week), async c => {
      const { accountId } = await authorize(web, c, 'viewer')
      return c.json(await queueWeek(db.read, accountId, clock.now(), c.req.valid('query').day))
    })
}

const newTime = z.object({
  set: setId,
  takes: z.enum(TAKES),
  every: z.enum(PERIODS),
  /** Both null for a release. */
  day: z.enum(WEEKDAYS).nullable(),
  time: z.string().max(5).nullable(),
})

const change = z
  .object({
    latenessHours: z.int(),
    /** Drafts merged from then on are in editions. */
    since: z.int().min(0),
    urgentAtOnce: z.boolean(),
    feedsListItems: z.boolean(),
  })
  .partial()

function schedule(web: WebContext) {
  const { db } = web
  return new Hono<SessionEnv>()
    .patch('/accounts/:account/schedule', jsonBody(change), async c => {
      const { accountId, action } = await authorize(web, c, 'owner')
      await db.write(tx => changeSchedule(tx, action, accountId, c.req.valid('json')))
      return c.json({})
    })
    .post('/accounts/:account/schedule/times', jsonBody(newTime), async c => {
      const { account, action } = await authorize(web, c, 'owner')
      const { set, takes, every, day, time } = c.req.valid('json')
      const at = day === null || time === null ? null : weeklyTimeFrom(day, time)
      const added = await db.write(tx => addTime(tx, action, account.id, { setId: set, takes, every, at }))
      return c.json({ time: shownTime(added.time), ...shownRescheduled(added.rescheduled) })
    })
    .delete('/accounts/:account/schedule/times/:time', async c => {
      const { account, action } = await authorize(web, c, 'owner')
      const { rescheduled } = await db.write(tx => removeTime(tx, action, account.id, c.req.param('time')))
      return c.json(shownRescheduled(rescheduled))
    })
}

const shownTime = ({ id, setId, takes, every, at }: ScheduleTime) => ({
  ...{ id, setId, takes, every },
  day: at?.weekday ?? null,
  time: at && clockTimeOf(at),
})

const shownRescheduled = ({ moved, stayed }: RescheduledEntries) => ({
  moved: moved.map(briefJson),
  stayed: stayed.map(briefJson),
})
