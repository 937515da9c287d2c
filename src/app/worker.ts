import type { EntryContext } from '#changelog/entries/entry-effects.ts'
import { policyJobs } from '#changelog/publishing/policy-job.ts'
import { runPublisher } from '#changelog/publishing/publisher.ts'
import { backfillJobs } from '#pipeline/ingest/backfill.ts'
import type { HostJobContext } from '#pipeline/ingest/host-requests.ts'
import { reconcileAll, reconcileJobs } from '#pipeline/ingest/reconcile.ts'
import { shipAll, shipJobs } from '#pipeline/ingest/releases.ts'
import type { Judge } from '#pipeline/judging/editor.ts'
import { prune, pruneSignIn } from '#pipeline/maintenance/prune.ts'
import { openWebhookCounters, type WebhookCounters } from '#pipeline/webhooks/counters.ts'
import { deliveryJobs } from '#pipeline/webhooks/process.ts'
import type { WebhookProvider } from '#pipeline/webhooks/provider.ts'
import { openWebhookReceiver, type WebhookReceiver } from '#pipeline/webhooks/receive.ts'
import { enqueueSummaries, summaryJobs } from '#pipeline/weekly-summary.ts'
import { memoizeOnce } from '#platform/cache.ts'
import { startHeartbeat } from '#platform/jobs/heartbeat.ts'
import type { RegisteredJob } from '#platform/jobs/job.ts'
import { handleRecurringJob, type RecurringJob, startRecurringJobs } from '#platform/jobs/recurring.ts'
import { runWorker } from '#platform/jobs/worker.ts'
import type { MailTransport } from '#platform/mail/mail.ts'
import { offlineInBackground } from './background.ts'
import { connectionsAt, isCodeHost, openCodeHostClients } from './code-hosts.ts'
import {
  createJudge,
  hostWebhookProvider,
  isServiceProvider,
  openMail,
  serviceWebhookProviders,
} from './registry.ts'
import type { Service } from './service.ts'

function webhookProvider(name: string): Promise<WebhookProvider> | null {
  if (isServiceProvider(name)) return serviceWebhookProviders[name]()
  return isCodeHost(name) ? hostWebhookProvider(name) : null
}

/** Opens the webhook receiver. Close the counters at the end, or their last counts are lost. */
export function openWebhooks(service: Service): { receiver: WebhookReceiver; counters: WebhookCounters } {
  const { db, clock, ids, log, wakeSignal } = service
  const counters = openWebhookCounters(db, clock, log)
  const receiver = openWebhookReceiver({
    db,
    clock,
    ids,
    wakeSignal,
    counters,
    provider: webhookProvider,
    connectionsAt: connectionsAt(service),
  })
  return { receiver, counters }
}

/** Works on jobs and publishes what is due, until the signal comes. */
export type Work = (signal: AbortSignal) => Promise<void>

/** Writes what the work rests on. Where that cannot be written, no work can be done, and it throws. */
export async function openWorker(service: Service): Promise<Work> {
  const { db, clock, ids, effects, log } = service
  const { jobs, recurring } = await jobsOf(service)
  await db.write(tx => startRecurringJobs(tx, { clock, ids }, recurring))
  return async signal => {
    const heart = await startHeartbeat(db, ids, log)
    await Promise.all([
      runWorker(service, jobs, signal),
      runPublisher(db, { clock, ids, actor: 'queue', effects }, log, signal),
    ])
    await heart.stop()
  }
}

/** Every kind of job with its handler; those that recur are also listed by themselves, to be started. */
export async function jobsOf(
  service: Service,
): Promise<{ jobs: RegisteredJob[]; recurring: RecurringJob[] }> {
  const { db, clock, ids, effects } = service
  const work = await hostWork(service)
  const recurring = [
    reconcileAll(work),
    shipAll(work),
    prune(work),
    pruneSignIn({ clock }),
    enqueueSummaries({ db, clock, ids }),
  ]
  const jobs = [
    deliveryJobs({ ...work, provider: webhookProvider }),
    backfillJobs(work),
    reconcileJobs(work),
    shipJobs(work),
    policyJobs({ clock, ids, effects }),
    summaryJobs({ db, clock, baseUrl: service.baseUrl, transport: memoizedMailTransport(service) }),
    ...recurring.map(job => handleRecurringJob(job, { clock, ids })),
  ]
  return { jobs, recurring }
}

async function hostWork(service: Service): Promise<HostJobContext> {
  const { db, clock, ids, effects } = service
  const mover: EntryContext = { clock, ids, actor: 'code host', effects }
  const judge = await judgeInBackground(service)
  return { db, mover, judge, hostOf: openCodeHostClients(service) }
}

/** What judges where requests are answered too. */
export const judgeInBackground = ({ db, clock, ids, config, background }: Service): Promise<Judge> =>
  createJudge({ db, clock, ids }, config.languageModel, offlineInBackground(background, clock))

/** The way for mail to leave, opened with the first one. */
export const memoizedMailTransport = ({ config, terminal }: Service): (() => Promise<MailTransport>) =>
  memoizeOnce(() => openMail(config.mail, terminal))
