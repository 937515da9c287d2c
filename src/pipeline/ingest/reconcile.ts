import { z } from 'zod'
import type { Instant } from '#platform/clock.ts'
import type { Tx } from '#platform/db/schema.ts'
import type { WriteContext } from '#platform/ids.ts'
import { defineJob, handleJob, type RegisteredJob } from '#platform/jobs/job.ts'
import { enqueueOnce } from '#platform/jobs/queue.ts'
import { defineRecurringJob, type RecurringJob } from '#platform/jobs/recurring.ts'
import { findSource, listSources, markReconciled, type Source } from '#pulls/connections/sources.ts'
import type { MergedPullsPage } from '#pulls/hosts/code-host.ts'
import type { Repository } from '#pulls/repositories/repositories.ts'
import { pullsOfPage } from './backfill.ts'
import { askHost, type PipelineContext, RepositoryGone, refreshRepository } from './host-requests.ts'
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
/** A merge can become visible somewhat later than its merge time. */
const OVERLAP_MS = 60 * 60_000

export const reconcileAll = ({ db, action }: PipelineContext): RecurringJob => ({
  definition: reconcileAllJob,
  everyMs: EVERY_MS,
  async run() {
    const sources = (await listSources(db.read, {})).filter(canBeRead)
    return async tx => {
      for (const source of sources) await reconcileSoon(tx, action, source)
    }
  },
})

/** Enqueues a reconciliation of a source. Call it when its credentials change, since what the host did not show us may have changed. */
export const reconcileSoon = (
  tx: Tx,
  context: WriteContext,
  { id, accountId }: Pick<Source, 'id' | 'accountId'>,
): Promise<void> => enqueueOnce(tx, context, reconcileJob, { accountId, payload: { sourceId: id } })

/** A repository that was gone may be shown again; credentials that the host refused are asked with once they are replaced. */
const canBeRead = ({ state, hasToken, installationId }: Source): boolean =>
  state !== 'needs reconnecting' && (hasToken || installationId !== null)

/** Reads what was merged since the last reconciliation, or since the source was connected. Earlier merges are left to backfills. */
export const reconcileJobs = (context: PipelineContext): RegisteredJob =>
  handleJob(reconcileJob, {
    async run({ sourceId }, { signal }) {
      const source = await findSource(context.db.read, sourceId)
      if (!source) return async () => {}
      const startedAt = context.action.clock.now()
      const repository = canBeRead(source) ? await refreshUnlessGone(context, source) : null
      const isRead =
        repository &&
        (await readSince(context, source, repository, { since: startOf(source, startedAt), signal }))
      return isRead ? tx => markReconciled(tx, source, startedAt) : async () => {}
    },
  })

async function refreshUnlessGone(context: PipelineContext, source: Source): Promise<Repository | null> {
  try {
    return await refreshRepository(context, source)
  } catch (error) {
    if (error instanceof RepositoryGone) return null
    throw error
  }
}

/** A time further ahead than the clocks of two machines may differ was stored by a clock that was ahead. Which merges have been requested is unknown then. */
function startOf({ reconciledUntil, createdAt }: Source, now: Instant): Instant {
  const isKnown = reconciledUntil !== null && reconciledUntil <= now + OVERLAP_MS
  return Math.min(isKnown ? reconciledUntil : createdAt, now) - OVERLAP_MS
}

/** Ingests page by page, each in its own transaction. False if the source has no credentials. */
async function readSince(
  context: PipelineContext,
  source: Source,
  repository: Repository,
  { since, signal }: { since: Instant; signal: AbortSignal },
): Promise<boolean> {
  const { db, action } = context
  let cursor: string | null = null
  do {
    signal.throwIfAborted()
    const current: string | null = cursor
    const page: MergedPullsPage | null = await askHost(context, source, host =>
      host.mergedPulls(repository.name, { since, cursor: current }),
    )
    if (!page) return false
    const judged = await judgeIncoming(context, repository, pullsOfPage(repository, page), signal)
    await db.write(tx => ingest(tx, action, repository, judged, { past: null }))
    cursor = page.next
  } while (cursor !== null)
  return true
}
