import { accountById } from '#accounts/account.ts'
import type { QueuedEntry } from '#changelog/entries/entry.ts'
import { entryById } from '#changelog/entries/store.ts'
import {
  type PausedQueue,
  pauseQueue,
  pausesOf,
  type QueuePause,
  resumeQueue,
} from '#changelog/publishing/pauses.ts'
import {
  listQueue,
  moveInQueue,
  type QueueTime,
  queueEntry,
  requeueEntry,
  unqueueEntry,
} from '#changelog/publishing/queue.ts'
import { type CommandContext, command } from '#cli/command.ts'
import { futureFrom, setFrom } from '#cli/options.ts'
import { operator, withAccount, withService } from '#cli/with-service.ts'
import { type Instant, isoOf } from '#platform/clock.ts'
import { AppError } from '#platform/errors.ts'
import { changeEntry, entryForm, entryResult } from './entry.ts'

export const queueCommand = command({
  usage: 'entry queue ID [--at TIME | --next] [--set SET|none]',
  summary: 'Queue a draft for a time or, without --at, for the next free slot.',
  options: { at: { type: 'string' }, next: { type: 'boolean' }, set: { type: 'string' } },
  arguments: [1, 1],
  run: ({ at, next, set }, args, context) =>
    changeEntry(args, context, (service, tx, id) =>
      queueEntry(tx, operator(service), id, {
        at: whenFrom({ at, next }, service.clock.now()),
        ...(set !== undefined && { setId: setFrom(set) }),
      }),
    ),
})

export const unqueueCommand = command({
  usage: 'entry unqueue ID',
  summary: 'Take an entry out of the queue. It becomes a draft again.',
  options: {},
  arguments: [1, 1],
  run: (_, args, context) =>
    changeEntry(args, context, (service, tx, id) => unqueueEntry(tx, operator(service), id)),
})

function whenFrom(
  { at, next }: { at?: string | undefined; next?: boolean | undefined },
  now: Instant,
): QueueTime {
  if (at === undefined) return 'next'
  if (next) throw new AppError('wrong_usage', 'Give either --at or --next, not both.')
  return futureFrom(at, now)
}

export const listCommand = command({
  usage: 'queue list --account ID',
  summary: 'List the queued entries in order of their times, the late ones, and the paused queues.',
  options: { account: { type: 'string' } },
  arguments: [0, 0],
  run: ({ account: id }, _, context) =>
    withAccount(context, id, async (account, { db }) => {
      const [queued, pauses] = [await listQueue(db.read, account.id), await pausesOf(db.read, account.id)]
      const line = queuedLineIn(account.timeZone)
      const lines = [
        ...pauses.map(({ line, pausedAt }) => `paused since ${isoOf(pausedAt)}: ${line}\n`),
        ...queued.map(({ entry }) => line(entry)),
      ]
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

const HOUR_MS = 3_600_000

/** A queued entry as a line of text, with its time in the account's time zone. */
function queuedLineIn(timeZone: string): (entry: QueuedEntry) => string {
  const format = new Intl.DateTimeFormat('en-GB', { ...TIME_FORMAT, timeZone })
  return ({ id, queuedFor, inSlot, late, title }) =>
    `${format.format(queuedFor)}  ${inSlot ? 'slot' : 'time'}  ${id}  ${title}${late ? '  [late]' : ''}\n`
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
  usage: 'queue move ID (--before ID | --last | --at TIME | --next)',
  summary:
    'Move a queued entry before another one or to the end of its queue, or give it a time or the next free slot.',
  options: {
    before: { type: 'string' },
    last: { type: 'boolean' },
    at: { type: 'string' },
    next: { type: 'boolean' },
  },
  arguments: [1, 1],
  run: ({ before, last, at, next }, [id = ''], context) =>
    withService(context, async service => {
      const targets = [before !== undefined, last === true, at !== undefined, next === true]
      if (targets.filter(Boolean).length !== 1)
        throw new AppError('wrong_usage', 'Give one of --before, --last, --at and --next.')
      const { db, clock } = service
      if (at !== undefined || next) {
        const when = whenFrom({ at, next }, clock.now())
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

export const pauseCommand = command({
  usage: 'queue pause --account ID [--set SET|none]',
  summary: "Pause all of an account's queues, or one of them, until it is resumed.",
  options: { account: { type: 'string' }, set: { type: 'string' } },
  arguments: [0, 0],
  run: (options, _, context) => changePauses(options, context, pauseQueue),
})

export const resumeCommand = command({
  usage: 'queue resume --account ID [--set SET|none]',
  summary: 'Resume a paused queue. Entries that came due are published in order, unless they are too late.',
  options: { account: { type: 'string' }, set: { type: 'string' } },
  arguments: [0, 0],
  run: (options, _, context) => changePauses(options, context, resumeQueue),
})

/** Pauses or resumes the queues that the options name, and lists the pauses that remain. */
function changePauses(
  { account: id, set }: { account?: string | undefined; set?: string | undefined },
  context: CommandContext,
  change: typeof pauseQueue,
) {
  return withAccount(context, id, async (account, service) => {
    const { db } = service
    const line: PausedQueue = set ?? 'all'
    await db.write(tx => change(tx, operator(service), account.id, line))
    const pauses = await pausesOf(db.read, account.id)
    return {
      json: { paused: pauses.map(pauseForm) },
      text:
        pauses.map(pause => `paused since ${isoOf(pause.pausedAt)}: ${pause.line}\n`).join('') ||
        'No queue is paused.\n',
    }
  })
}

const pauseForm = ({ line, pausedAt, pausedBy }: QueuePause) => ({
  queue: line,
  paused_at: isoOf(pausedAt),
  paused_by: pausedBy,
})
