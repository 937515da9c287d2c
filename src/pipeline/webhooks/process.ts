import { applyMailEvent, type MailEvent } from '#accounts/mail/suppressions.ts'
import { applyPlanEvent, type PlanEvent } from '#accounts/payments/subscriptions.ts'
import type { PipelineContext } from '#pipeline/ingest/host-requests.ts'
import { HOUR_MS } from '#platform/clock.ts'
import type { Tx } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'
import { retrySetAside } from '#platform/jobs/failed-jobs.ts'
import { handleJob, type RegisteredJob } from '#platform/jobs/job.ts'
import { defineRecurringJob, type RecurringJob } from '#platform/jobs/recurring.ts'
import type { WebhookProvider } from '#platform/webhooks/provider.ts'
import { erasedAuthors } from '#pulls/erased-authors.ts'
import type { HostEvent } from '#pulls/hosts/host-event.ts'
import { type Delivery, deliveryById, deliveryJob, type EventResult, settleDelivery } from './deliveries.ts'
import { handleHostEvent, installationIn, sourcesOfInstallation } from './host-events.ts'

/** Every event that a provider can report, distinguished by `type`. */
export type WebhookEvent = HostEvent | PlanEvent | MailEvent

/** Finds a provider; null if none has that name. */
type FindProvider = (name: string) => Promise<WebhookProvider<WebhookEvent>> | null

/** Processes stored deliveries. A delivery that was settled in the meantime is skipped. */
export const deliveryJobs = (context: PipelineContext, provider: FindProvider): RegisteredJob =>
  handleJob(deliveryJob, {
    async run({ deliveryId }, { signal }) {
      const delivery = await deliveryById(context.db.read, deliveryId)
      if (delivery.state !== 'received' && delivery.state !== 'failed') return async () => {}
      const { state, detail, write } = await processDelivery(context, provider, delivery, signal)
      return async tx => {
        await write?.(tx)
        await settleDelivery(tx, context.action.clock, delivery.id, state, detail)
        await forgetErased(tx, delivery)
      }
    },
    onFailed: (tx, { deliveryId }, error) =>
      settleDelivery(tx, context.action.clock, deliveryId, 'failed', error),
  })

/** Retries deliveries that were set aside, once an hour: whatever ended their process may be gone. */
export const retryDeliveries: RecurringJob = {
  definition: defineRecurringJob('retry deliveries'),
  everyMs: HOUR_MS,
  run: async () => tx => retrySetAside(tx, deliveryJob.name),
}

/** Deletes what a host reports about an erased author once the delivery is processed. */
async function forgetErased(tx: Tx, { id, accountId, connection, body }: Delivery): Promise<void> {
  const payload = JSON.parse(body)
  const sources = accountId ?? (await sourcesOfInstallation(tx, connection, installationIn(payload)))
  const account = typeof sources === 'string' ? sources : sources[0]?.accountId
  const erased = account === undefined ? null : await erasedAuthors(tx, account)
  if (erased?.isNamedIn(payload))
    await tx.updateTable('delivery').set({ body: '{}' }).where('id', '=', id).execute()
}

async function processDelivery(
  context: PipelineContext,
  provider: FindProvider,
  delivery: Delivery,
  signal: AbortSignal,
): Promise<EventResult> {
  const parsed = parseDelivery(await provider(delivery.provider), delivery)
  if ('refusal' in parsed) return { state: 'refused', detail: parsed.refusal }
  return parsed.event === null ? { state: 'ignored' } : handleEvent(context, parsed.event, delivery, signal)
}

/** Parses a delivery. A payload that differs from the provider's documentation is refused and not retried, because it will not change. */
function parseDelivery(
  provider: WebhookProvider<WebhookEvent> | null,
  { event, body }: Delivery,
): { event: WebhookEvent | null } | { refusal: string } {
  try {
    return { event: provider?.parse(event, JSON.parse(body)) ?? null }
  } catch (error) {
    if (error instanceof AppError && error.code === 'invalid_parameter') return { refusal: error.message }
    throw error
  }
}

async function handleEvent(
  context: PipelineContext,
  event: WebhookEvent,
  delivery: Delivery,
  signal: AbortSignal,
): Promise<EventResult> {
  const { clock, ids } = context.action
  switch (event.type) {
    case 'plan':
      return { state: 'processed', write: tx => applyPlanEvent(tx, clock, ids, event) }
    case 'mail':
      return { state: 'processed', write: tx => applyMailEvent(tx, clock, event) }
    default:
      return handleHostEvent(context, event, delivery, signal)
  }
}
