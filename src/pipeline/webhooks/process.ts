import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import { AppError } from '#platform/errors.ts'
import { handleJob, type Outcome, type RegisteredJob } from '#platform/jobs/job.ts'
import { type Delivery, type DeliveryState, deliveryById, settleDelivery } from './deliveries.ts'
import type { WebhookProvider } from './provider.ts'
import { deliveryJob } from './receive.ts'

/** What became of an event: how its delivery is settled, and what is written with that. */
export interface EventResult {
  state: Exclude<DeliveryState, 'received' | 'failed'>
  detail?: string
  write?: Outcome
}

/** What an event of one provider does. The world is asked here; `write` only writes. */
type EventHandler = (event: unknown, delivery: Delivery, signal: AbortSignal) => Promise<EventResult>

export interface DeliveryJobContext {
  db: Database
  clock: Clock
  provider(name: string): Promise<WebhookProvider<unknown>> | null
  handle: EventHandler
}

/** The work on stored callbacks. One that was settled meanwhile is let be; one that is given up says why. */
export const deliveryJobs = ({ db, clock, provider, handle }: DeliveryJobContext): RegisteredJob =>
  handleJob(deliveryJob, {
    async run({ deliveryId }, { signal }) {
      const delivery = await deliveryById(db.read, deliveryId)
      if (delivery.state !== 'received' && delivery.state !== 'failed') return async () => {}
      const event = await read(await provider(delivery.provider), delivery)
      const { state, detail, write } = await handled(handle, event, delivery, signal)
      return async tx => {
        await write?.(tx)
        await settleDelivery(tx, clock, delivery.id, state, detail)
      }
    },
    onFailed:
      ({ deliveryId }, error) =>
      tx =>
        settleDelivery(tx, clock, deliveryId, 'failed', error),
  })

/** Null where it is nothing to us. What is not as the provider documents it never will be, however often it is tried. */
async function read(
  provider: WebhookProvider<unknown> | null,
  { event, body }: Delivery,
): Promise<{ event: unknown } | { refusal: string }> {
  try {
    return { event: provider?.parse(event, JSON.parse(body)) ?? null }
  } catch (error) {
    if (error instanceof AppError && error.code === 'invalid_parameter') return { refusal: error.message }
    throw error
  }
}

async function handled(
  handle: EventHandler,
  read: { event: unknown } | { refusal: string },
  delivery: Delivery,
  signal: AbortSignal,
): Promise<EventResult> {
  if ('refusal' in read) return { state: 'refused', detail: read.refusal }
  return read.event === null ? { state: 'ignored' } : handle(read.event, delivery, signal)
}
