import { type Account, accountByPublicId } from '#accounts/account.ts'
import type { Service } from '#app/service.ts'
import { command } from '#cli/command.ts'
import { withService } from '#cli/with-service.ts'
import {
  DELIVERY_STATES,
  type Delivery,
  deliveryById,
  listDeliveries,
  reopenDelivery,
} from '#pipeline/webhooks/deliveries.ts'
import { enqueueDelivery } from '#pipeline/webhooks/receive.ts'
import { isoOf } from '#platform/clock.ts'
import { AppError } from '#platform/errors.ts'

const USUAL_LENGTH = 50
const MOST = 1_000

export const listCommand = command({
  usage: `deliveries list [--account ID] [--state ${DELIVERY_STATES.join('|')}] [--last N]`,
  summary: 'Lists the callbacks that were received and what became of them, the newest first.',
  options: { account: { type: 'string' }, state: { type: 'string' }, last: { type: 'string' } },
  arguments: [0, 0],
  run: ({ account: id, state: wanted, last }, _, context) =>
    withService(context, async service => {
      const state = DELIVERY_STATES.find(one => one === wanted)
      if (wanted !== undefined && !state)
        throw new AppError('wrong_usage', `--state is one of ${DELIVERY_STATES.join(', ')}.`)
      const account = await accountOf(service, id)
      const deliveries = await listDeliveries(service.db.read, {
        accountId: account?.id,
        state,
        limit: lengthFrom(last),
      })
      return {
        json: { deliveries: deliveries.map(publicForm) },
        text: deliveries.map(lineOf).join('') || 'No deliveries.\n',
      }
    }),
})

export const replayCommand = command({
  usage: 'deliveries replay ID…',
  summary: 'Has deliveries worked on again, whatever became of them before.',
  options: {},
  arguments: [1, MOST],
  run: (_, given, context) =>
    withService(context, async ({ db, clock, ids }) => {
      for (const id of given) await deliveryById(db.read, id)
      await db.write(async tx => {
        for (const id of given) await enqueueDelivery(tx, clock, ids, await reopenDelivery(tx, id))
      })
      return { json: { replayed: given }, text: `${given.length} to be worked on again.\n` }
    }),
})

const accountOf = async ({ db }: Service, id: string | undefined): Promise<Account | null> =>
  id === undefined ? null : accountByPublicId(db.read, id)

function lengthFrom(text: string | undefined): number {
  if (text === undefined) return USUAL_LENGTH
  if (/^[1-9]\d*$/.test(text) && Number(text) <= MOST) return Number(text)
  throw new AppError('wrong_usage', `--last is a whole number from 1 to ${MOST}.`)
}

type Listed = Omit<Delivery, 'body'>

const publicForm = ({ id, provider, connection, deliveryId, event, state, detail, ...times }: Listed) => ({
  id,
  provider,
  connection,
  delivery_id: deliveryId,
  event,
  state,
  detail,
  received_at: isoOf(times.receivedAt),
  settled_at: times.settledAt === null ? null : isoOf(times.settledAt),
})

const lineOf = ({ id, provider, event, state, detail, receivedAt }: Listed): string =>
  `${id}  ${isoOf(receivedAt)}  ${state.padEnd(9)}  ${provider} ${event}${detail ? `: ${detail}` : ''}\n`
