import { z } from 'zod'
import type { Instant } from '#platform/clock.ts'
import { defineJob, handleJob, type RegisteredJob } from '#platform/jobs/job.ts'
import { enqueueOnce } from '#platform/jobs/queue.ts'
import { defineRecurringJob, type RecurringJob } from '#platform/jobs/recurring.ts'
import { findSource, listSources, markReconciled, type Source } from '#pulls/connections/sources.ts'
import type { MergedPullsPage } from '#pulls/hosts/code-host.ts'
import { repositoryById, setRepositoryPublic } from '#pulls/repositories.ts'
import { pullsOfPage } from './backfill.ts'
import type { HostJobContext } from './host-requests.ts'
import { askHost } from './host-requests.ts'
import { ingest } from './ingest.ts'
import { judgeIncoming } from './record.ts'

/** Enqueues a reconciliation of each connected source. */
export const reconcileAllJob = defineRecurringJob('reconcile all')

/** Asks the host of one source for merges whose webhooks never arrived. */
const reconcileJob = defineJob({
  name: 'reconcile',
  payload: z.object({ sourceId: z.string() }),
  attempts: 5,
})

const EVERY_MS = 15 * 60_000
/** A merge may be told with a time somewhat before the moment at which it could first be seen. */
const OVERLAP_MS = 60 * 60_000

export const reconcileAll = ({ db, mover }: HostJobContext): RecurringJob => ({
  definition: reconcileAllJob,
  everyMs: EVERY_MS,
  async run() {
    const sources = (await listSources(db.read, {})).filter(isWorthAsking)
    return async tx => {
      for (const source of sources) {
        await enqueueOnce(tx, mover, reconcileJob, {
          accountId: source.accountId,
          payload: { sourceId: source.id },
        })
      }
    }
  },
})

const isWorthAsking = ({ state, hasToken, installationId }: Source): boolean =>
  (state === 'active' || state === 'suspended') && (hasToken || installationId !== null)

/** Since the last time, or since the source was connected: what lies before that is a backfill's. */
export const reconcileJobs = (parts: HostJobContext): RegisteredJob =>
  handleJob(reconcileJob, {
    async run({ sourceId }, { signal }) {
      const source = await findSource(parts.db.read, sourceId)
      if (!source) return async () => {}
      const begun = parts.mover.clock.now()
      const isRead = isWorthAsking(source) && (await readSince(parts, source, sinceOf(source), signal))
      if (!isRead) return async () => {}
      const now = await askHost(parts, source, host => host.repository(source.repo))
      return async tx => {
        await markReconciled(tx, source, begun)
        if (now) await setRepositoryPublic(tx, parts.mover.clock, source.repositoryId, !now.isPrivate)
      }
    },
  })

const sinceOf = ({ reconciledUntil, createdAt }: Source): Instant =>
  (reconciledUntil ?? createdAt) - OVERLAP_MS

/** Page by page, each in a transaction of its own: what is known already changes nothing. False where nothing lets us in. */
async function readSince(
  parts: HostJobContext,
  source: Source,
  since: Instant,
  signal: AbortSignal,
): Promise<boolean> {
  const { db, mover } = parts
  const repository = await repositoryById(db.read, source.repositoryId)
  let cursor: string | null = null
  do {
    signal.throwIfAborted()
    const at: string | null = cursor
    const page: MergedPullsPage | null = await askHost(parts, source, host =>
      host.mergedPulls(source.repo, { since, cursor: at }),
    )
    if (!page) return false
    const judged = await judgeIncoming(parts, repository, pullsOfPage(repository, page), signal)
    await db.write(tx => ingest(tx, mover, repository, judged, { publish: false, drafts: true, live: true }))
    cursor = page.next
  } while (cursor !== null)
  return true
}
