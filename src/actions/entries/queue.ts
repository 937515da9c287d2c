import { z } from 'zod'
import { accountById } from '#accounts/account.ts'
import type { QueuedEntry } from '#changelog/entries/entry.ts'
import { entryById } from '#changelog/entries/store.ts'
import { moveInQueue } from '#changelog/publishing/queue.ts'
import { isoOf } from '#platform/clock.ts'
import { action, flag, idOf } from '../action.ts'
import { entryToChange, jsonOf, target } from './entry-change.ts'
import { entryForm, entryLine } from './entry-json.ts'

const TIME_FORMAT = {
  weekday: 'short',
  day: '2-digit',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'short',
} as const

/** Queued entries as lines of text, with their times in the time zone of the account. */
export function queuedLineIn(timeZone: string): (entry: QueuedEntry) => string {
  const format = new Intl.DateTimeFormat('en-GB', { ...TIME_FORMAT, timeZone })
  return ({ id, queuedFor, onSchedule, late, title }) =>
    `${format.format(queuedFor)}  ${onSchedule ? 'schedule' : 'own time'}  ${id}  ${title}${late ? '  [late]' : ''}\n`
}

/** Actions on the order of the queue. */
export const queue = {
  move: action({
    summary:
      'Move a queued entry before another one or to the end of its queue. The entries between them move by one time.',
    role: 'publisher',
    input: z
      .object({ ...target, before: idOf('entry').optional(), last: flag })
      .refine(({ before, last }) => (before === undefined) !== (last === undefined), {
        error: 'Give either the entry to move it before, or that it is to be the last',
      }),
    args: ['id'],
    async run(acting, { before, last: _, ...which }) {
      const { db, accountId } = acting
      const all = await db.write(async tx => {
        const { id, version: seen } = await entryToChange(tx, acting, which)
        return moveInQueue(tx, acting, id, before ?? null, { accountId, seen })
      })
      const entry = all.find(({ id }) => id === which.id) ?? (await entryById(db.read, which.id))
      return { ...(await jsonOf(acting, entry)), moved: all }
    },
    async print({ moved, ...entry }, { db, accountId }) {
      if (moved.length === 0) return { json: entryForm(entry), text: entryLine(entry) }
      const { timeZone } = await accountById(db.read, accountId)
      return {
        json: { moved: moved.map(({ id, queuedFor }) => ({ id, queued_for: isoOf(queuedFor) })) },
        text: moved.map(queuedLineIn(timeZone)).join(''),
      }
    },
  }),
}
