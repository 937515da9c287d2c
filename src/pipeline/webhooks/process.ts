import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import { AppError } from '#platform/errors.ts'
import type { JobKind, Outcome } from '#platform/jobs/worker.ts'
import { type Delivery, type DeliveryState, deliveryById, settleDelivery } from './deliveries.ts'
import type { CallbackProvider } from './provider.ts'

/** What became of an event: how its delivery is settled, and what is written with that. */
export interface Handled {
  state: Exclude<DeliveryState, 'received' | 'failed'>
  detail?: string
  write?: Outcome
}

/** What an event of one provider does. The world is asked here; `write` only writes. */
type EventHandler = (event: unknown, delivery: Delivery, signal: AbortSignal) => Promise<Handled>

export interface DeliveryParts {
  db: Database
  clock: Clock
  provider(name: string): Promise<CallbackProvider<unknown>> | null
  handle: EventHandler
}

const ATTEMPTS = 8

/** The work on stored callbacks. One that was settled meanwhile is let be; one that is given up says why. */
export const deliveryJobs = ({ db, clock, provider, handle }: DeliveryParts): JobKind => ({
  attempts: ATTEMPTS,
  async work(payload, { signal }) {
    const delivery = await deliveryById(db.read, idIn(payload))
    if (delivery.state !== 'received' && delivery.state !== 'failed') return async () => {}
    const event = await read(await provider(delivery.provider), delivery)
    const { state, detail, write } = await handled(handle, event, delivery, signal)
    return async tx => {
      await write?.(tx)
      await settleDelivery(tx, clock, delivery.id, state, detail)
    }
  },
  givenUp: (payload, error) => tx => settleDelivery(tx, clock, idIn(payload), 'failed', error),
})

const idIn = (payload: unknown): string => String((payload as { deliveryId: unknown }).deliveryId)

/** Null where it is nothing to us. What is not as the provider documents it never will be, however often it is tried. */
async function read(
  provider: CallbackProvider<unknown> | null,
  { event, body }: Delivery,
): Promise<{ event: unknown } | { refusal: string }> {
  try {
    return { event: provider?.read(event, JSON.parse(body)) ?? null }
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
): Promise<Handled> {
  if ('refusal' in read) return { state: 'refused', detail: read.refusal }
  return read.event === null ? { state: 'ignored' } : handle(read.event, delivery, signal)
}
