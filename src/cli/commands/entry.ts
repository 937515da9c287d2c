import { accountByPublicId } from '#accounts/account.ts'
import { STATES, type State } from '#changelog/entries/entry.ts'
import { listEntries } from '#changelog/entries/store.ts'
import { dismissEntry, publishEntry, withdrawEntry } from '#changelog/entries/transitions.ts'
import { queueEntry } from '#changelog/publishing/queue.ts'
import { command } from '#cli/command.ts'
import { lineOf, moved, publicForm } from '#cli/entry-form.ts'
import { futureFrom } from '#cli/queue-form.ts'
import { operator, withService } from '#cli/with-service.ts'
import { AppError } from '#platform/errors.ts'
import { requireAccountId } from './account.ts'

export const listCommand = command({
  usage: `entry list --account ID [--state ${STATES.join('|')}]`,
  summary: "Lists an account's entries, the latest merge first.",
  options: { account: { type: 'string' }, state: { type: 'string' } },
  arguments: [0, 0],
  run: ({ account: id, state }, _, context) =>
    withService(context, async service => {
      const account = await accountByPublicId(service.db.read, requireAccountId(id))
      const listed = await listEntries(service.db.read, { accountId: account.id, state: stateFrom(state) })
      return {
        json: { entries: listed.map(publicForm) },
        text: listed.map(lineOf).join('') || 'No entries.\n',
      }
    }),
})

export const publishCommand = command({
  usage: 'entry publish ID [--set SET] [--at TIME]',
  summary: 'Publishes an entry now, or queues a draft for a later time.',
  options: { set: { type: 'string' }, at: { type: 'string' } },
  arguments: [1, 1],
  run: ({ set, at }, args, context) =>
    moved(args, context, async (service, tx, id) => {
      const mover = operator(service)
      const filed = set === undefined ? {} : { setId: set }
      if (at === undefined) return publishEntry(tx, mover, id, filed)
      return queueEntry(tx, mover, id, { ...filed, at: futureFrom(at, service.clock.now()) })
    }),
})

export const withdrawCommand = command({
  usage: 'entry withdraw ID',
  summary: 'Takes a published entry out of the feeds.',
  options: {},
  arguments: [1, 1],
  run: (_, args, context) =>
    moved(args, context, (service, tx, id) => withdrawEntry(tx, operator(service), id)),
})

export const dismissCommand = command({
  usage: 'entry dismiss ID',
  summary: 'Puts a draft or queued entry aside.',
  options: {},
  arguments: [1, 1],
  run: (_, args, context) =>
    moved(args, context, (service, tx, id) => dismissEntry(tx, operator(service), id)),
})

function stateFrom(text: string | undefined): State | undefined {
  const state = STATES.find(one => one === text)
  if (text === undefined || state) return state
  throw new AppError('wrong_usage', `--state is one of ${STATES.join(', ')}.`)
}
