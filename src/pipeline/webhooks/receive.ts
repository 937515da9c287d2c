import { z } from 'zod'
import { batchLoader } from '#platform/batch-loader.ts'
import type { Clock } from '#platform/clock.ts'
import { withTimeout } from '#platform/concurrency.ts'
import type { Database } from '#platform/db/database.ts'
import { VALUES_PER_STATEMENT } from '#platform/db/database.ts'
import type { Tx } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'
import type { Ids } from '#platform/ids.ts'
import { chunksOf } from '#platform/iterables.ts'
import { defineJob } from '#platform/jobs/job.ts'
import { enqueue, enqueueAll } from '#platform/jobs/queue.ts'
import type { WakeSignal } from '#platform/jobs/wake-signal.ts'
import type { CountedOutcome, WebhookCounters } from './counters.ts'
import { type IncomingDelivery, storeDeliveries } from './deliveries.ts'
import type { WebhookProvider, WebhookRequest } from './provider.ts'

/** Where a callback was sent: `/api/callbacks/<provider>` or `/api/callbacks/<provider>/<connection id>`. */
export interface WebhookAddress {
  provider: string
  connectionId: string | null
}

/** Who may have sent it: an account's connection, or one of the service's own. */
export interface WebhookConnection {
  /** Under which its deliveries are kept. */
  key: string
  accountId: string | null
  secrets: readonly string[]
}

export interface WebhookReceiverOptions {
  db: Database
  clock: Clock
  ids: Ids
  /** Rung for each that is to be worked on. */
  wakeSignal: WakeSignal
  tallies: WebhookCounters
  /** Null for a name that is no provider's. */
  provider(name: string): Promise<WebhookProvider<unknown>> | null
  /** None for an address that leads nowhere. */
  connectionsAt(address: WebhookAddress): Promise<readonly WebhookConnection[]>
}

/** Takes callbacks in. */
export interface WebhookReceiver {
  /** Null for an address that is no provider's. */
  knows(address: WebhookAddress): boolean
  /** None for an address that leads nowhere. `unavailable` while that cannot be read. */
  connectionsAt(address: WebhookAddress): Promise<readonly WebhookConnection[]>
  /**
   * Resolves once the callback is on the disk, or is nothing to us. `unauthorized` without a proof, `invalid_parameter` for what is
   * no JSON, `unavailable` while it cannot be stored.
   */
  receive(
    address: WebhookAddress,
    connections: readonly WebhookConnection[],
    callback: WebhookRequest,
  ): Promise<void>
  refuseAsTooLarge(address: WebhookAddress): void
}

/** Counted from the arrival of the whole callback. GitHub and GitLab wait 10 seconds for an answer before they hang up. */
export const ANSWER_WITHIN_MS = 8_000

/** Processes one stored delivery. */
export const deliveryJob = defineJob({
  name: 'delivery',
  payload: z.object({ deliveryId: z.string() }),
  attempts: 8,
  priority: 'live',
})

export function openWebhookReceiver(parts: WebhookReceiverOptions): WebhookReceiver {
  const { tallies } = parts
  const store = storing(parts)
  return {
    knows: ({ provider }) => parts.provider(provider) !== null,
    refuseAsTooLarge: ({ provider }) => tallies.count(provider, 'too large'),
    connectionsAt: address => withTimeout(ANSWER_WITHIN_MS, answered(parts.connectionsAt(address)), notNow()),
    async receive(address, connections, callback) {
      const outcome = await withTimeout(
        ANSWER_WITHIN_MS,
        take(parts, store, address, connections, callback),
        notNow(),
      )
      if (outcome === null) return
      tallies.count(address.provider, outcome)
      const refusal = REFUSALS[outcome]
      if (refusal) throw refusal()
    },
  }
}

const REFUSALS: Partial<Record<CountedOutcome, () => AppError>> = {
  unproven: () =>
    new AppError('unauthorized', 'The proof of the sender is missing or wrong, or is for another address.'),
  malformed: () => new AppError('invalid_parameter', 'The body is not JSON in UTF-8.'),
}

/** Null where it was stored. */
async function take(
  parts: WebhookReceiverOptions,
  store: ReturnType<typeof storing>,
  address: WebhookAddress,
  connections: readonly WebhookConnection[],
  callback: WebhookRequest,
): Promise<CountedOutcome | null> {
  const provider = await parts.provider(address.provider)
  if (!provider) throw new AppError('not_found', 'There is nothing at this address.')
  const now = parts.clock.now()
  const connection = connections.find(one => provider.verify(callback, one.secrets, now))
  if (!connection) return 'unproven'
  const text = textOf(callback)
  const payload = parsed(text)
  if (text === null || payload === undefined) return 'malformed'
  const event = provider.eventNameOf(callback, payload)
  if (event === null) return 'unknown event'
  const arrival = {
    connection: connection.key,
    accountId: connection.accountId,
    provider: address.provider,
    event,
    deliveryId: provider.deliveryIdOf(callback, payload),
    callback,
    text,
  }
  const id = await answered(store(arrival))
  if (id !== null) parts.wakeSignal.notify()
  return id === null ? 'known delivery' : null
}

/** Commits that wait for the disk together. */
const MOST_AT_ONCE = 64

/** Stores an arrival, together with whatever else comes in meanwhile. Gives the id when there is work to do. */
const storing = ({
  db,
  clock,
  ids,
}: WebhookReceiverOptions): ((arrival: IncomingDelivery) => Promise<string | null>) =>
  batchLoader(
    arrivals =>
      db.write(async tx => {
        const given = await storeDeliveries(tx, clock, ids, arrivals)
        const jobs = given.flatMap((id, at) =>
          id === null ? [] : [jobFor({ id, accountId: arrivals[at]?.accountId ?? null })],
        )
        await enqueueAll(tx, { clock, ids }, deliveryJob, jobs)
        return given
      }),
    { most: MOST_AT_ONCE, timeoutMs: ANSWER_WITHIN_MS },
  )

const jobFor = ({ id, accountId }: { id: string; accountId: string | null }) => ({
  accountId,
  payload: payloadOf(id),
})

const payloadOf = (id: string) => ({ deliveryId: id })

/** In the transaction that reopens the delivery. */
export const enqueueDelivery = (
  tx: Tx,
  clock: Clock,
  ids: Ids,
  delivery: { id: string; accountId: string | null },
): Promise<void> => enqueue(tx, { clock, ids }, deliveryJob, jobFor(delivery))

/** Deletes the jobs of deliveries that failed and were deleted: no retry can help them. */
export async function discardDeliveryJobs(tx: Tx, deliveryIds: readonly string[]): Promise<void> {
  const payloads = deliveryIds.map(id => JSON.stringify(payloadOf(id)))
  for (const chunk of chunksOf(payloads, VALUES_PER_STATEMENT))
    await tx
      .deleteFrom('job')
      .where('kind', '=', deliveryJob.name)
      .where('available_at', 'is', null)
      .where('payload', 'in', chunk)
      .execute()
}

/** Whatever the database's trouble is, the provider is to send it again. */
async function answered<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof AppError) throw error
    throw notNow(error)
  }
}

const notNow = (cause?: unknown) =>
  new AppError('unavailable', 'It cannot be stored just now; send it again.', { cause })

const decoder = new TextDecoder('utf-8', { fatal: true })

/** GitHub can send its JSON as a form field too. Null for bytes that are no UTF-8. */
function textOf({ headers, body }: WebhookRequest): string | null {
  try {
    const text = decoder.decode(body)
    const isForm = headers['content-type']?.startsWith('application/x-www-form-urlencoded')
    return isForm ? new URLSearchParams(text).get('payload') : text
  } catch {
    return null
  }
}

/** Undefined for what is no JSON object. */
function parsed(text: string | null): unknown {
  try {
    const value = JSON.parse(text ?? '')
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}
