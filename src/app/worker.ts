import { recheckDomains } from '#auth/domains/proof.ts'
import type { EntryContext } from '#changelog/entries/entry-effects.ts'
import { cardJobs } from '#changelog/page/cards/cards.ts'
import { policyJobs } from '#changelog/publishing/policy-job.ts'
import { runPublisher } from '#changelog/publishing/publisher.ts'
import { deleteAccounts } from '#pipeline/erasure/delete-accounts.ts'
import { backfillJobs } from '#pipeline/ingest/backfill.ts'
import { gitImportJobs } from '#pipeline/ingest/git-imports.ts'
import { GitRoots } from '#pipeline/ingest/git-roots.ts'
import type { PipelineContext } from '#pipeline/ingest/host-requests.ts'
import { reconcileAll, reconcileJobs } from '#pipeline/ingest/reconcile.ts'
import { shipAll, shipJobs } from '#pipeline/ingest/releases.ts'
import { prune, pruneSignIn } from '#pipeline/maintenance/prune.ts'
import { type Reviewer, reviewJobs } from '#pipeline/reviewing/review-job.ts'
import { deliveryJobs, retryDeliveries } from '#pipeline/webhooks/process.ts'
import { enqueueSummaries, summaryJobs } from '#pipeline/weekly-summary.ts'
import { frameJobs } from '#pipeline/writing/frame.ts'
import { rewordJobs } from '#pipeline/writing/reword.ts'
import { translateJobs } from '#pipeline/writing/translate.ts'
import { translationRunJobs } from '#pipeline/writing/translation-runs.ts'
import { memoizeOnce } from '#platform/cache.ts'
import { startHeartbeat } from '#platform/jobs/heartbeat.ts'
import type { RegisteredJob } from '#platform/jobs/job.ts'
import { handleRecurringJob, type RecurringJob, startRecurringJobs } from '#platform/jobs/recurring.ts'
import { runWorker } from '#platform/jobs/worker.ts'
import { recurringSocialJobs, socialJobs } from '#social/handlers.ts'
import { judgeInBackground, modelsInBackground, reviewInBackground } from './background.ts'
import { openCodeHostClients, openConversations, openGitHubApps } from './code-hosts.ts'
import { mailSender, memoizedMailTransport } from './mail.ts'
import type { Service } from './service.ts'
import { openSocial } from './social.ts'
import { webhookProvider } from './webhooks.ts'

/** The background part of the service. */
interface ServiceWorker {
  /** Runs jobs and publishes due entries until the signal is aborted. */
  run(signal: AbortSignal): Promise<void>
}

/** Prepares the worker. Throws when the database cannot be written. */
export async function openWorker(service: Service): Promise<ServiceWorker> {
  const { db, clock, ids, effects, log } = service
  const { jobs, recurring } = await jobsOf(service)
  await db.write(tx => startRecurringJobs(tx, { clock, ids }, recurring))
  return {
    async run(signal) {
      const heartbeat = await startHeartbeat({ ...service, recurring })
      await Promise.all([
        runWorker(service, jobs, signal),
        runPublisher(db, { clock, ids, actor: 'queue', effects }, log, signal),
      ])
      await heartbeat.stop()
    },
  }
}

/** Every kind of job with its handler, and the recurring jobs, whose first run has to be enqueued. */
export async function jobsOf(
  service: Service,
): Promise<{ jobs: RegisteredJob[]; recurring: RecurringJob[] }> {
  const { db, clock, ids, effects } = service
  const hostJobs = await hostJobContext(service)
  const transport = memoizedMailTransport(service)
  const social = openSocial(service, 'social network')
  const models = memoizeOnce(() => modelsInBackground(service))
  const writing = { db, action: { clock, ids, effects, actor: 'writer' }, models }
  const recurring = [
    reconcileAll(hostJobs),
    shipAll(hostJobs),
    prune({ db, clock }),
    pruneSignIn({ clock }),
    retryDeliveries,
    enqueueSummaries({ db, clock, ids }),
    deleteAccounts({
      ...{ db, clock, ids, actor: 'queue', log: service.log, social },
      appAt: openGitHubApps(service).appAt,
      send: service.config.mail === null ? null : mailSender(service),
    }),
    recheckDomains({ db, clock, ids, txtRecords: service.txtRecords }),
    ...recurringSocialJobs(social),
  ]
  const jobs = [
    deliveryJobs(hostJobs, webhookProvider),
    backfillJobs(hostJobs),
    gitImportJobs(gitImportContext(service, hostJobs)),
    reviewJobs(openReviewer(service)),
    rewordJobs(writing),
    frameJobs(writing),
    translateJobs(writing),
    translationRunJobs(writing),
    reconcileJobs(hostJobs),
    shipJobs(hostJobs),
    policyJobs({ db, clock, ids, effects }),
    cardJobs({ db, clock }),
    summaryJobs({ db, clock, baseUrl: service.baseUrl, transport }),
    ...socialJobs(social),
    ...recurring.map(job => handleRecurringJob(job, { db, clock, ids })),
  ]
  return { jobs, recurring }
}

/** Reviews open pull requests. */
export const openReviewer = (service: Service): Reviewer => ({
  db: service.db,
  action: { clock: service.clock, ids: service.ids, actor: 'code host' },
  hostOf: openConversations(service),
  review: reviewInBackground(service.background, service.clock),
  secrets: service.secrets,
})

const gitImportContext = ({ config }: Service, hostJobs: PipelineContext) => ({
  db: hostJobs.db,
  judge: hostJobs.judge,
  action: { ...hostJobs.action, actor: 'import' },
  gitRoots: new GitRoots(config.gitRoots),
})

async function hostJobContext(service: Service): Promise<PipelineContext> {
  const { db, clock, ids, effects } = service
  const action: EntryContext = { clock, ids, actor: 'code host', effects }
  const judge = await judgeInBackground(service)
  return { db, action, judge, hostOf: openCodeHostClients(service) }
}
