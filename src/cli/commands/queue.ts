import { accountById, accountByPublicId } from '#accounts/account.ts'
import type { Queued } from '#changelog/entries/entry.ts'
import { entryById } from '#changelog/entries/store.ts'
import { type PausedLine, pauseQueue, pausesOf, resumeQueue } from '#changelog/publishing/pauses.ts'
import {
  moveInQueue,
  queueEntry,
  requeueEntry,
  unqueueEntry,
  type When,
} from '#changelog/publishing/queue.ts'
import { queueOf } from '#changelog/publishing/queue-order.ts'
import { type Context, command } from '#cli/command.ts'
import { moved, publicForm, shown } from '#cli/entry-form.ts'
import { futureFrom, pauseForm, setFrom } from '#cli/queue-form.ts'
import { operator, withService } from '#cli/with-service.ts'
import { type Instant, isoOf } from '#platform/clock.ts'
import { AppError } from '#platform/errors.ts'
import { requireAccountId } from './account.ts'

export const queueCommand = command({
  usage: 'entry queue ID [--at TIME | --next] [--set SET|none]',
  summary: 'Queues a draft for a time, or (without one) into the next free slot of its queue.',
  options: { at: { type: 'string' }, next: { type: 'boolean' }, set: { type: 'string' } },
  arguments: [1, 1],
  run: ({ at, next, set }, args, context) =>
    moved(args, context, (service, tx, id) =>
      queueEntry(tx, operator(service), id, {
        at: whenFrom({ at, next }, service.clock.now()),
        ...(set !== undefined && { setId: setFrom(set) }),
      }),
    ),
})

export const unqueueCommand = command({
  usage: 'entry unqueue ID',
  summary: 'Takes an entry out of the queue; it is a draft again.',
  options: {},
  arguments: [1, 1],
  run: (_, args, context) =>
    moved(args, context, (service, tx, id) => unqueueEntry(tx, operator(service), id)),
})

function whenFrom({ at, next }: { at?: string | undefined; next?: boolean | undefined }, now: Instant): When {
  if (at === undefined) return 'next'
  if (next) throw new AppError('wrong_usage', 'Give either --at or --next, not both.')
  return futureFrom(at, now)
}

export const listCommand = command({
  usage: 'queue list --account ID',
  summary:
    'Lists what is queued, in the order of its times, what is too late to go out by itself, and what is paused.',
  options: { account: { type: 'string' } },
  arguments: [0, 0],
  run: ({ account: id }, _, context) =>
    withService(context, async ({ db }) => {
      const account = await accountByPublicId(db.read, requireAccountId(id))
      const [queued, pauses] = [await queueOf(db.read, account.id), await pausesOf(db.read, account.id)]
      const line = lineIn(account.timeZone)
      const lines = [
        ...pauses.map(({ line, pausedAt }) => `paused since ${isoOf(pausedAt)}: ${line}\n`),
        ...queued.map(({ entry }) => line(entry)),
      ]
      return {
        json: {
          time_zone: account.timeZone,
          lateness_hours: account.latenessMs / HOUR_MS,
          paused: pauses.map(pauseForm),
          entries: queued.map(publicForm),
        },
        text: lines.join('') || 'Nothing is queued.\n',
      }
    }),
})

const HOUR_MS = 3_600_000

/** With the time as the account's own clocks show it. */
function lineIn(timeZone: string): (entry: Queued) => string {
  const clocks = new Intl.DateTimeFormat('en-GB', { ...CLOCKS, timeZone })
  return ({ id, queuedFor, inSlot, late, title }) =>
    `${clocks.format(queuedFor)}  ${inSlot ? 'slot' : 'time'}  ${id}  ${title}${late ? '  [late]' : ''}\n`
}

const CLOCKS = {
  weekday: 'short',
  day: '2-digit',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'short',
} as const

export const moveCommand = command({
  usage: 'queue move ID (--before ID | --last | --at TIME | --next)',
  summary:
    'Puts a queued entry before another one, or last, among those in slots; or gives it a time of its own, or the next free slot.',
  options: {
    before: { type: 'string' },
    last: { type: 'boolean' },
    at: { type: 'string' },
    next: { type: 'boolean' },
  },
  arguments: [1, 1],
  run: ({ before, last, at, next }, [id = ''], context) =>
    withService(context, async service => {
      const ways = [before !== undefined, last === true, at !== undefined, next === true]
      if (ways.filter(Boolean).length !== 1)
        throw new AppError('wrong_usage', 'Say where to: one of --before, --last, --at and --next.')
      const { db, clock } = service
      if (at !== undefined || next) {
        const when = whenFrom({ at, next }, clock.now())
        return shown(service, await db.write(tx => requeueEntry(tx, operator(service), id, { at: when })))
      }
      const entries = await db.write(tx => moveInQueue(tx, operator(service), id, before ?? null))
      const [first] = entries
      if (!first) return shown(service, await entryById(db.read, id))
      const { timeZone } = await accountById(db.read, first.accountId)
      return {
        json: { moved: entries.map(entry => ({ id: entry.id, queued_for: isoOf(entry.queuedFor) })) },
        text: entries.map(lineIn(timeZone)).join(''),
      }
    }),
})

export const pauseCommand = command({
  usage: 'queue pause --account ID [--set SET|none]',
  summary: 'Lets nothing go out of all queues of an account, or of one, until it is resumed.',
  options: { account: { type: 'string' }, set: { type: 'string' } },
  arguments: [0, 0],
  run: (options, _, context) => turn(options, context, pauseQueue),
})

export const resumeCommand = command({
  usage: 'queue resume --account ID [--set SET|none]',
  summary:
    'Lets a paused queue go on: what came due meanwhile goes out in order, unless it is too late for that.',
  options: { account: { type: 'string' }, set: { type: 'string' } },
  arguments: [0, 0],
  run: (options, _, context) => turn(options, context, resumeQueue),
})

function turn(
  { account: id, set }: { account?: string | undefined; set?: string | undefined },
  context: Context,
  how: typeof pauseQueue,
) {
  return withService(context, async service => {
    const { db } = service
    const account = await accountByPublicId(db.read, requireAccountId(id))
    const line: PausedLine = set ?? 'all'
    await db.write(tx => how(tx, operator(service), account.id, line))
    const pauses = await pausesOf(db.read, account.id)
    return {
      json: { paused: pauses.map(pauseForm) },
      text:
        pauses.map(pause => `paused since ${isoOf(pause.pausedAt)}: ${pause.line}\n`).join('') ||
        'No queue is paused.\n',
    }
  })
}
