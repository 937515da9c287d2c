import { accountByPublicId } from '#accounts/account.ts'
import { command } from '#cli/command.ts'
import { choice, text, wholeNumberOption } from '#cli/options.ts'
import { withService } from '#cli/with-service.ts'
import {
  countDeliveries,
  DELIVERY_STATES,
  type Delivery,
  listDeliveries,
} from '#pipeline/webhooks/deliveries.ts'
import { replayDelivery } from '#pipeline/webhooks/receive.ts'
import { isoOf, isoOrNull } from '#platform/clock.ts'

const DEFAULT_LISTED = 50
const MAX_LISTED = 1_000

export const listCommand = command({
  usage: 'deliveries list',
  summary: 'List received webhooks and what became of them, newest first.',
  options: { account: text('ID'), state: choice(DELIVERY_STATES), last: wholeNumberOption(MAX_LISTED) },
  run({ account: id, state, last }, _, context) {
    return withService(context, async ({ db }) => {
      const account = id === undefined ? undefined : await accountByPublicId(db.read, id)
      const filter = { accountId: account?.id, state }
      const deliveries = await listDeliveries(db.read, { ...filter, limit: last ?? DEFAULT_LISTED })
      const matching = await countDeliveries(db.read, filter)
      return {
        json: { deliveries: deliveries.map(publicForm) },
        text: deliveries.map(lineOf).join('') + olderThan(deliveries.length, matching) || 'No deliveries.\n',
      }
    })
  },
})

export const replayCommand = command({
  usage: 'deliveries replay ID…',
  summary: 'Process deliveries again, whatever became of them before.',
  options: {},
  run: (_, deliveryIds, context) =>
    withService(context, async ({ db, clock, ids }) => {
      await db.write(async tx => {
        for (const id of deliveryIds) await replayDelivery(tx, clock, ids, id)
      })
      return {
        json: { replayed: deliveryIds },
        text: `${deliveryIds.length} queued to be processed again.\n`,
      }
    }),
})

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
  settled_at: isoOrNull(times.settledAt),
})

/** What follows the deliveries that are listed, of all that match. */
function olderThan(listed: number, matching: number): string {
  if (matching <= listed) return ''
  return `Older deliveries: ${matching - listed}. Add --last ${Math.min(matching, MAX_LISTED)} to see more.\n`
}

const lineOf = ({ id, provider, event, state, detail, receivedAt }: Listed): string =>
  `${id}  ${isoOf(receivedAt)}  ${state.padEnd(9)}  ${provider} ${event}${detail ? `: ${detail}` : ''}\n`
