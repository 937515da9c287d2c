import type { Instant } from '#platform/clock.ts'
import { enqueueRecurring, type RecurringJob } from '#platform/jobs/recurring.ts'
import type { JobKind } from '#platform/jobs/worker.ts'
import { findSource, listSources, markReconciled, type Source } from '#pulls/connections/sources.ts'
import type { MergedPage } from '#pulls/hosts/code-host.ts'
import { repositoryById } from '#pulls/repositories.ts'
import { judgeArrivals } from './arrivals.ts'
import { type HostWork, pullsOf } from './backfill.ts'
import { ask } from './host-call.ts'
import { ingest } from './ingest.ts'

/** Asks each connected host for what its callbacks may have failed to tell. */
export const RECONCILE_ALL = 'reconcile all'
export const RECONCILE = 'reconcile'

const EVERY_MS = 15 * 60_000
/** A merge may be told with a time somewhat before the moment at which it could first be seen. */
const OVERLAP_MS = 60 * 60_000
const ATTEMPTS = 5

export const reconcileAll = ({ db, mover }: HostWork): RecurringJob => ({
  kind: RECONCILE_ALL,
  everyMs: EVERY_MS,
  async work() {
    const sources = (await listSources(db.read, {})).filter(isWorthAsking)
    return async tx => {
      for (const source of sources) {
        await enqueueRecurring(tx, mover, {
          kind: RECONCILE,
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
export const reconcileJobs = (parts: HostWork): JobKind => ({
  attempts: ATTEMPTS,
  async work(payload, { signal }) {
    const source = await findSource(parts.db.read, String((payload as { sourceId: unknown }).sourceId))
    if (!source) return async () => {}
    const begun = parts.mover.clock.now()
    const isRead = isWorthAsking(source) && (await readSince(parts, source, sinceOf(source), signal))
    return async tx => {
      if (isRead) await markReconciled(tx, source, begun)
    }
  },
})

const sinceOf = ({ reconciledUntil, createdAt }: Source): Instant =>
  (reconciledUntil ?? createdAt) - OVERLAP_MS

/** Page by page, each in a transaction of its own: what is known already changes nothing. False where nothing lets us in. */
async function readSince(
  parts: HostWork,
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
    const page: MergedPage | null = await ask(parts, source, host =>
      host.mergedPage(source.repo, { since, cursor: at }),
    )
    if (!page) return false
    const judged = await judgeArrivals(parts, repository, pullsOf(repository, page), signal)
    await db.write(tx => ingest(tx, mover, repository, judged, { publish: false, drafts: true, live: true }))
    cursor = page.next
  } while (cursor !== null)
  return true
}
