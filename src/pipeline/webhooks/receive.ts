import { batchLoader } from '#platform/batch-loader.ts'
import type { Clock } from '#platform/clock.ts'
import { withTimeout } from '#platform/concurrency.ts'
import type { Database } from '#platform/db/database.ts'
import type { Tx } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'
import type { Ids } from '#platform/ids.ts'
import { enqueue, enqueueAll } from '#platform/jobs/queue.ts'
import type { WakeSignal } from '#platform/jobs/wake-signal.ts'
import type { Metrics, WebhookOutcome } from '#platform/monitoring/metrics.ts'
import type { WebhookProvider, WebhookRequest } from '#platform/webhooks/provider.ts'
import { OPEN_PULL } from '#pulls/hosts/host-event.ts'
import { deliveryJob, type IncomingDelivery, reopenDelivery, storeDeliveries } from './deliveries.ts'

/** The address of a webhook: `/api/callbacks/<provider>` or `/api/callbacks/<provider>/<connection id>`. */
export interface WebhookAddress {
  provider: string
  connectionId: string | null
}

/** A possible sender: the connection of an account, or of the whole installation. */
export interface WebhookConnection {
  /** The key that deliveries are stored under. */
  key: string
  /** The account that a payload is about; null if it is about none, or about one that is not known yet. */
  accountOf(payload: unknown): Promise<string | null>
  secrets: readonly string[]
  /** Whether events about open pull requests are stored. */
  hasReviews: boolean
}

interface WebhookReceiverOptions {
  db: Database
  clock: Clock
  ids: Ids
  /** Wakes the worker after each stored delivery. */
  wakeSignal: WakeSignal
  metrics: Pick<Metrics, 'webhook'>
  /** Null if no provider has that name. */
  provider(name: string): Promise<WebhookProvider> | null
  /** The possible senders; empty for an unknown address. */
  connectionsAt(address: WebhookAddress): Promise<readonly WebhookConnection[]>
}

/** Receives webhooks: verifies each, then stores it with the job that processes it. */
export interface WebhookReceiver {
  /** Whether the address names a provider. */
  knows(address: WebhookAddress): boolean
  /** The possible senders; empty for an unknown address. Throws `unavailable` while the database cannot be read. */
  connectionsAt(address: WebhookAddress): Promise<readonly WebhookConnection[]>
  /**
   * Resolves once the delivery is durably stored, or is found to be a duplicate or an event that Tidings does not use. Throws
   * `unauthorized` if no connection's secret signed it, `invalid_parameter` if the body is not JSON, and `unavailable` while the
   * delivery cannot be stored.
   */
  receive(
    address: WebhookAddress,
    connections: readonly WebhookConnection[],
    request: WebhookRequest,
  ): Promise<void>
}

/** The longest time from the end of the request's body to the answer, in milliseconds. GitHub and GitLab give up after 10 seconds. */
export const ANSWER_WITHIN_MS = 8_000

export function openWebhookReceiver(options: WebhookReceiverOptions): WebhookReceiver {
  const store = batchedStore(options)
  return {
    knows: ({ provider }) => options.provider(provider) !== null,
    connectionsAt: address =>
      withTimeout(ANSWER_WITHIN_MS, orUnavailable(options.connectionsAt(address)), unavailable),
    async receive(address, connections, request) {
      const outcome = await withTimeout(
        ANSWER_WITHIN_MS,
        verifyAndStore(options, store, address, connections, request),
        unavailable,
      )
      options.metrics.webhook(address.provider, outcome)
      const refusal = REFUSALS[outcome]
      if (refusal) throw refusal()
    },
  }
}

const REFUSALS: Partial<Record<WebhookOutcome, () => AppError>> = {
  unproven: () =>
    new AppError('unauthorized', 'The signature is missing or wrong, or belongs to another address.'),
  malformed: () => new AppError('invalid_parameter', 'The body is not JSON in UTF-8.'),
}

async function verifyAndStore(
  { provider: providerOf, clock, wakeSignal }: WebhookReceiverOptions,
  store: ReturnType<typeof batchedStore>,
  address: WebhookAddress,
  connections: readonly WebhookConnection[],
  request: WebhookRequest,
): Promise<WebhookOutcome> {
  const provider = await providerOf(address.provider)
  if (!provider) throw new AppError('not_found', 'Nothing was found at this address.')
  const now = clock.now()
  const connection = connections.find(({ secrets }) => provider.verify(request, secrets, now))
  if (!connection) return 'unproven'
  const text = textOf(request)
  const payload = parseJson(text)
  if (text === null || payload === undefined) return 'malformed'
  const event = provider.eventNameOf(request, payload)
  if (event === null || (event.startsWith(OPEN_PULL) && !connection.hasReviews)) return 'unknown event'
  const delivery = {
    connection: connection.key,
    accountId: await orUnavailable(connection.accountOf(payload)),
    provider: address.provider,
    event,
    deliveryId: provider.deliveryIdOf(request, payload),
    request,
    text,
  }
  const id = await orUnavailable(store(delivery))
  if (id !== null) wakeSignal.notify()
  return id === null ? 'known delivery' : 'stored'
}

/** The most deliveries that are stored in one transaction. */
const MAX_BATCH = 64

/** Stores a delivery in one transaction with others that arrive at the same time. Returns its id, or null for a duplicate. */
const batchedStore = ({
  db,
  clock,
  ids,
}: WebhookReceiverOptions): ((delivery: IncomingDelivery) => Promise<string | null>) =>
  batchLoader(
    deliveries =>
      db.write(async tx => {
        const storedIds = await storeDeliveries(tx, clock, ids, deliveries)
        const jobs = storedIds.flatMap((id, index) =>
          id === null ? [] : [jobFor({ id, accountId: deliveries[index]?.accountId ?? null })],
        )
        await enqueueAll(tx, { clock, ids }, deliveryJob, jobs)
        return storedIds
      }),
    { most: MAX_BATCH, timeoutMs: ANSWER_WITHIN_MS },
  )

const jobFor = ({ id, accountId }: { id: string; accountId: string | null }) => ({
  accountId,
  payload: { deliveryId: id },
})

/** Processes a settled delivery again. Throws `not_found` for an unknown id and `conflict` if it still waits to be processed. */
export const replayDelivery = async (tx: Tx, clock: Clock, ids: Ids, id: string): Promise<void> =>
  enqueue(tx, { clock, ids }, deliveryJob, jobFor(await reopenDelivery(tx, id)))

/** Turns every failure other than an `AppError` into `unavailable`, so that the provider sends the webhook again. */
async function orUnavailable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof AppError) throw error
    throw unavailable(error)
  }
}

const unavailable = (cause?: unknown) =>
  new AppError('unavailable', 'The webhook cannot be stored at the moment; send it again.', { cause })

const decoder = new TextDecoder('utf-8', { fatal: true })

/** The JSON text; GitHub can also send it in the form field `payload`. Null if the bytes are not UTF-8. */
function textOf({ headers, body }: WebhookRequest): string | null {
  try {
    const text = decoder.decode(body)
    const isForm = headers['content-type']?.startsWith('application/x-www-form-urlencoded')
    return isForm ? new URLSearchParams(text).get('payload') : text
  } catch {
    return null
  }
}

/** The parsed JSON; undefined if the text is not a JSON object or array. */
function parseJson(text: string | null): unknown {
  try {
    const value = JSON.parse(text ?? '')
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}
