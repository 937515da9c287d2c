import { Hono } from 'hono'
import { z } from 'zod'
import { accountById } from '#accounts/account.ts'
import { requireRole } from '#accounts/members.ts'
import type { Entry, QueuedEntry } from '#changelog/entries/entry.ts'
import { pauseQueue, pausesOf, resumeQueue } from '#changelog/publishing/pauses.ts'
import { moveInQueue, queueEntry, requeueEntry, unqueueEntry } from '#changelog/publishing/queue.ts'
import { freeSlotsByQueue, listQueue, type Slot, slotsOf } from '#changelog/publishing/queue-order.ts'
import {
  addSlot,
  changeSchedule,
  type RescheduledEntries,
  removeSlot,
} from '#changelog/publishing/schedule.ts'
import { timeOf, WEEKDAYS, weeklyTimeFrom } from '#changelog/publishing/slots.ts'
import type { WebContext } from '#web/context.ts'
import { body } from '#web/request-bodies.ts'
import type { SignedInEnv } from '#web/session-guard.ts'

const HOUR_MS = 3_600_000
/** Of each queue, for a person to choose from. */
const FREE_SHOWN = 10

const seen = z.int().min(1)
const setId = z.string().max(100).nullable()
/** Milliseconds, or the next free slot. */
const at = z.union([z.int().min(0).max(253_402_300_799_999), z.literal('next')])

const queueing = z.object({ entry: z.string().max(100), at, set: setId.optional(), seen })
const otherTime = z.object({ at, seen })
/** Null: last. */
const otherPlace = z.object({ before: z.string().max(100).nullable(), seen })

/** What waits to go out. All members see it; publishers queue, move and pause; owners set slots and time zone. */
export function queue(parts: WebContext) {
  return new Hono<SignedInEnv>().route('/', queued(parts)).route('/', pauses(parts)).route('/', slots(parts))
}

function queued({ db, clock, dashboard }: WebContext) {
  const mover = (person: { id: string }) => ({
    clock,
    ids: dashboard.ids,
    actor: person.id,
    effects: dashboard.effects,
  })
  return new Hono<SignedInEnv>()
    .get('/accounts/:account/queue', async c => {
      const own = await requireRole(db.read, c.var.person, c.req.param('account'), 'viewer')
      const now = clock.now()
      const account = await accountById(db.read, own.account.id)
      const entries = await listQueue(db.read, account.id)
      return c.json({
        now,
        timeZone: account.timeZone,
        latenessHours: account.latenessMs / HOUR_MS,
        paused: await pausesOf(db.read, account.id),
        slots: (await slotsOf(db.read, { accountId: account.id })).map(shownSlot),
        free: await freeSlotsByQueue(db.read, account.id, now, FREE_SHOWN),
        entries: entries.map(({ entry, externalUrl }) => ({ ...shown(entry), externalUrl })),
      })
    })
    .post('/accounts/:account/queue', body(queueing), async c => {
      const { person } = c.var
      const { account } = await requireRole(db.read, person, c.req.param('account'), 'publisher')
      const wish = c.req.valid('json')
      const place = { at: wish.at, setId: wish.set, seen: wish.seen, accountId: account.id }
      return c.json(shown(await db.write(tx => queueEntry(tx, mover(person), wish.entry, place))))
    })
    .patch('/accounts/:account/queue/:entry', body(otherTime), async c => {
      const { person } = c.var
      const { account } = await requireRole(db.read, person, c.req.param('account'), 'publisher')
      const place = { ...c.req.valid('json'), accountId: account.id }
      const id = c.req.param('entry')
      return c.json(shown(await db.write(tx => requeueEntry(tx, mover(person), id, place))))
    })
    .post('/accounts/:account/queue/:entry/move', body(otherPlace), async c => {
      const { person } = c.var
      const { account } = await requireRole(db.read, person, c.req.param('account'), 'publisher')
      const { before, ...sight } = c.req.valid('json')
      const id = c.req.param('entry')
      const seeing = { ...sight, accountId: account.id }
      const moved = await db.write(tx => moveInQueue(tx, mover(person), id, before, seeing))
      return c.json({ moved: moved.map(shown) })
    })
    .post('/accounts/:account/queue/:entry/take-out', body(z.object({ seen })), async c => {
      const { person } = c.var
      const { account } = await requireRole(db.read, person, c.req.param('account'), 'publisher')
      const seeing = { seen: c.req.valid('json').seen, accountId: account.id }
      const id = c.req.param('entry')
      return c.json(shown(await db.write(tx => unqueueEntry(tx, mover(person), id, seeing))))
    })
}

/** `all`, `none` for the entries under no set, or a set's id. */
const line = z.object({ line: z.string().max(100) })

function pauses({ db, clock, dashboard }: WebContext) {
  return new Hono<SignedInEnv>()
    .post('/accounts/:account/queue-pauses', body(line), async c => {
      const { person } = c.var
      const { account } = await requireRole(db.read, person, c.req.param('account'), 'publisher')
      const mover = { clock, ids: dashboard.ids, actor: person.id, effects: dashboard.effects }
      await db.write(tx => pauseQueue(tx, mover, account.id, c.req.valid('json').line))
      return c.json({ paused: await pausesOf(db.read, account.id) })
    })
    .delete('/accounts/:account/queue-pauses/:line', async c => {
      const { person } = c.var
      const { account } = await requireRole(db.read, person, c.req.param('account'), 'publisher')
      const mover = { clock, ids: dashboard.ids, actor: person.id, effects: dashboard.effects }
      await db.write(tx => resumeQueue(tx, mover, account.id, c.req.param('line')))
      return c.json({ paused: await pausesOf(db.read, account.id) })
    })
}

const newSlot = z.object({ set: setId, day: z.enum(WEEKDAYS), time: z.string().max(5) })
const schedule = z.object({
  timeZone: z.string().max(100).optional(),
  language: z.string().max(100).optional(),
  latenessHours: z.int().optional(),
})

function slots({ db, clock, dashboard }: WebContext) {
  return new Hono<SignedInEnv>()
    .post('/accounts/:account/slots', body(newSlot), async c => {
      const { person } = c.var
      const { account } = await requireRole(db.read, person, c.req.param('account'), 'owner')
      const { set, day, time } = c.req.valid('json')
      const mover = { clock, ids: dashboard.ids, actor: person.id, effects: dashboard.effects }
      const to = { accountId: account.id, setId: set }
      const { slot, relaid } = await db.write(tx => addSlot(tx, mover, to, weeklyTimeFrom(day, time)))
      return c.json({ slot: shownSlot(slot), ...shownRelaid(relaid) })
    })
    .delete('/accounts/:account/slots/:slot', async c => {
      const { person } = c.var
      const { account } = await requireRole(db.read, person, c.req.param('account'), 'owner')
      const mover = { clock, ids: dashboard.ids, actor: person.id, effects: dashboard.effects }
      const { relaid } = await db.write(tx => removeSlot(tx, mover, account.id, c.req.param('slot')))
      return c.json(shownRelaid(relaid))
    })
    .patch('/accounts/:account/schedule', body(schedule), async c => {
      const { person } = c.var
      const own = await requireRole(db.read, person, c.req.param('account'), 'owner')
      const mover = { clock, ids: dashboard.ids, actor: person.id, effects: dashboard.effects }
      const wish = c.req.valid('json')
      const { account, relaid } = await db.write(tx => changeSchedule(tx, mover, own.account.id, wish))
      const { timeZone, language, latenessMs } = account
      return c.json({
        ...{ timeZone, language, latenessHours: latenessMs / HOUR_MS },
        ...shownRelaid(relaid),
      })
    })
}

const shown = (entry: Entry) => ({
  id: entry.id,
  title: entry.title,
  kind: entry.kind,
  magnitude: entry.magnitude,
  setId: entry.setId,
  state: entry.state,
  flag: entry.flag,
  version: entry.version,
  ...(entry.state === 'queued' && shownPlace(entry)),
})

const shownPlace = ({ queuedFor, inSlot, late }: QueuedEntry) => ({ queuedFor, inSlot, late })

const shownSlot = (slot: Slot) => ({
  id: slot.id,
  setId: slot.setId,
  day: slot.weekday,
  time: timeOf(slot),
})

const shownRelaid = ({ moved, stayed }: RescheduledEntries) => ({
  moved: moved.map(shown),
  stayed: stayed.map(shown),
})
