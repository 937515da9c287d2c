import { accountById } from '#accounts/account.ts'
import type { QueuedEntry } from '#changelog/entries/entry.ts'
import { entryById } from '#changelog/entries/store.ts'
import { pausesOf } from '#changelog/publishing/pauses.ts'
import {
  listQueue,
  moveInQueue,
  type QueueTime,
  queueEntry,
  requeueEntry,
  unqueueEntry,
} from '#changelog/publishing/queue.ts'
import { command } from '#cli/command.ts'
import { ACCOUNT, flag, instant, orNone, requireFuture, text } from '#cli/options.ts'
import { operator, withAccount, withService } from '#cli/with-service.ts'
import { HOUR_MS, type Instant, isoOf } from '#platform/clock.ts'
import { changeEntry, entryForm, entryResult } from './entry.ts'
import { pauseForm, pauseLine } from './schedule.ts'

export const queueCommand = command({
  usage: 'entry queue ID',
  summary: 'Queue a draft for a time or, without --at, for the next free time of the schedule.',
  options: { at: instant('TIME'), next: flag, set: orNone('SET') },
  atMostOne: ['at', 'next'],
  run: ({ at, set }, args, context) =>
    changeEntry(args, context, (service, tx, id) =>
      queueEntry(tx, operator(service), id, {
        at: whenFrom(at, service.clock.now()),
        ...(set !== undefined && { setId: set }),
      }),
    ),
})

export const unqueueCommand = command({
  usage: 'entry unqueue ID',
  summary: 'Take an entry out of the queue. It becomes a draft again.',
  options: {},
  run: (_, args, context) =>
    changeEntry(args, context, (service, tx, id) => unqueueEntry(tx, operator(service), id)),
})

const whenFrom = (at: Instant | undefined, now: Instant): QueueTime =>
  at === undefined ? 'next' : requireFuture(at, now)

export const listCommand = command({
  usage: 'queue list',
  summary: 'List the queued entries in order of their times, the late ones, and what is paused.',
  options: { account: ACCOUNT },
  run: ({ account: id }, _, context) =>
    withAccount(context, id, async (account, { db }) => {
      const [queued, pauses] = [await listQueue(db.read, account.id), await pausesOf(db.read, account.id)]
      const line = queuedLineIn(account.timeZone)
      const lines = [...pauses.map(pauseLine), ...queued.map(({ entry }) => line(entry))]
      return {
        json: {
          time_zone: account.timeZone,
          lateness_hours: account.latenessMs / HOUR_MS,
          paused: pauses.map(pauseForm),
          entries: queued.map(entryForm),
        },
        text: lines.join('') || 'Nothing is queued.\n',
      }
    }),
})

/** A queued entry as a line of text, with its time in the account's time zone. */
function queuedLineIn(timeZone: string): (entry: QueuedEntry) => string {
  const format = new Intl.DateTimeFormat('en-GB', { ...TIME_FORMAT, timeZone })
  return ({ id, queuedFor, inSlot, late, title }) =>
    `${format.format(queuedFor)}  ${inSlot ? 'schedule' : 'own time'}  ${id}  ${title}${late ? '  [late]' : ''}\n`
}

const TIME_FORMAT = {
  weekday: 'short',
  day: '2-digit',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'short',
} as const

export const moveCommand = command({
  usage: 'queue move ID',
  summary:
    'Move a queued entry before another one or to the end of its queue, or give it a time or the next free one.',
  options: { before: text('ID'), last: flag, at: instant('TIME'), next: flag },
  exactlyOne: ['before', 'last', 'at', 'next'],
  run: ({ before, at, next }, [id = ''], context) =>
    withService(context, async service => {
      const { db, clock } = service
      if (at !== undefined || next) {
        const when = whenFrom(at, clock.now())
        return entryResult(
          service,
          await db.write(tx => requeueEntry(tx, operator(service), id, { at: when })),
        )
      }
      const entries = await db.write(tx => moveInQueue(tx, operator(service), id, before ?? null))
      const [first] = entries
      if (!first) return entryResult(service, await entryById(db.read, id))
      const { timeZone } = await accountById(db.read, first.accountId)
      return {
        json: { moved: entries.map(entry => ({ id: entry.id, queued_for: isoOf(entry.queuedFor) })) },
        text: entries.map(queuedLineIn(timeZone)).join(''),
      }
    }),
})
