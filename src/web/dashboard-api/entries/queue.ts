import { Hono } from 'hono'
import { z } from 'zod'
import { accountById } from '#accounts/account.ts'
import { listSets } from '#accounts/sets.ts'
import { openEditionOf, sizeNow } from '#changelog/editions/edition.ts'
import { listPublishFailures } from '#changelog/entries/publish-failures.ts'
import { pauseQueue, pausesOf, resumeQueue } from '#changelog/publishing/pauses.ts'
import { listQueue } from '#changelog/publishing/queue.ts'
import { addSlot, type RescheduledEntries, removeSlot } from '#changelog/publishing/schedule.ts'
import { freeSlotsByQueue, type Slot, slotsOf } from '#changelog/publishing/slots.ts'
import { queueWeek } from '#changelog/publishing/week.ts'
import { HOUR_MS } from '#platform/clock.ts'
import { clockTimeOf, WEEKDAYS, weeklyTimeFrom } from '#platform/weekly-time.ts'
import type { WebContext } from '#web/context.ts'
import { jsonBody, queryParameters } from '#web/request-bodies.ts'
import type { SessionEnv } from '#web/session-guard.ts'
import { authorize, briefJson } from '../authorize.ts'

/** Free slots listed for each queue. */
const FREE_SHOWN = 10

const setId = z.string().max(100).nullable()
const week = z.object({ day: z.iso.date().optional() })

/** The publishing queue. All members see it; publishers pause it; owners change slots and time zone. Entries are queued and moved in bulk. */
export function queue(web: WebContext) {
  return new Hono<SessionEnv>().route('/', queued(web)).route('/', pauses(web)).route('/', slots(web))
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
      return c.json({
        now,
        timeZone: account.timeZone,
        latenessHours: account.latenessMs / HOUR_MS,
        paused: await pausesOf(db.read, account.id),
        slots: (await slotsOf(db.read, { accountId: account.id })).map(shownSlot),
        free: await freeSlotsByQueue(db.read, account.id, now, FREE_SHOWN),
        sets: (await listSets(db.read, account.id)).map(({ id, name }) => ({ id, name })),
        failures: (await listPublishFailures(db.read, account.id)).map(({ entryId, error, retryAt }) => ({
          entryId,
          error,
          retryAt,
        })),
        /** Entries of the edition that goes out next; null where the rhythm has none. */
        editionSize: edition && (await sizeNow(db.read, edition)),
        entries: entries.map(({ entry, externalUrl }) => ({ ...briefJson(entry), externalUrl })),
      })
    })
    .get('/accounts/:account/queue/week', queryParameters(week), async c => {
      const { accountId } = await authorize(web, c, 'viewer')
      return c.json(await queueWeek(db.read, accountId, clock.now(), c.req.valid('query').day))
    })
}

/** The queue to pause: `all`, `none` for entries without a set, or a set's id. */
const line = z.object({ line: z.string().max(100) })

function pauses(web: WebContext) {
  const { db } = web
  return new Hono<SessionEnv>()
    .post('/accounts/:account/queue-pauses', jsonBody(line), async c => {
      const { account, action } = await authorize(web, c, 'publisher')
      await db.write(tx => pauseQueue(tx, action, account.id, c.req.valid('json').line))
      return c.json({ paused: await pausesOf(db.read, account.id) })
    })
    .delete('/accounts/:account/queue-pauses/:line', async c => {
      const { account, action } = await authorize(web, c, 'publisher')
      await db.write(tx => resumeQueue(tx, action, account.id, c.req.param('line')))
      return c.json({ paused: await pausesOf(db.read, account.id) })
    })
}

const newSlot = z.object({ set: setId, day: z.enum(WEEKDAYS), time: z.string().max(5) })

function slots(web: WebContext) {
  const { db } = web
  return new Hono<SessionEnv>()
    .post('/accounts/:account/slots', jsonBody(newSlot), async c => {
      const { account, action } = await authorize(web, c, 'owner')
      const { set, day, time } = c.req.valid('json')
      const to = { accountId: account.id, setId: set }
      const { slot, rescheduled } = await db.write(tx => addSlot(tx, action, to, weeklyTimeFrom(day, time)))
      return c.json({ slot: shownSlot(slot), ...shownRescheduled(rescheduled) })
    })
    .delete('/accounts/:account/slots/:slot', async c => {
      const { account, action } = await authorize(web, c, 'owner')
      const { rescheduled } = await db.write(tx => removeSlot(tx, action, account.id, c.req.param('slot')))
      return c.json(shownRescheduled(rescheduled))
    })
}

const shownSlot = (slot: Slot) => ({
  id: slot.id,
  setId: slot.setId,
  day: slot.weekday,
  time: clockTimeOf(slot),
})

const shownRescheduled = ({ moved, stayed }: RescheduledEntries) => ({
  moved: moved.map(briefJson),
  stayed: stayed.map(briefJson),
})
