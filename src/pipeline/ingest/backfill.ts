import { z } from 'zod'
import type { ActionContext } from '#accounts/activity.ts'
import type { EntryContext } from '#changelog/entries/entry-effects.ts'
import type { Instant } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import type { Tx } from '#platform/db/schema.ts'
import { defineJob, handleJob, type Outcome, PermanentError, type RegisteredJob } from '#platform/jobs/job.ts'
import { enqueue } from '#platform/jobs/queue.ts'
import {
  advanceBackfill,
  type Backfill,
  failBackfill,
  findBackfill,
  resumeBackfill,
  startBackfill,
} from '#pulls/connections/backfills.ts'
import { findSource, type Source } from '#pulls/connections/sources.ts'
import type { MergedPullsPage } from '#pulls/hosts/code-host.ts'
import { byMergeTime } from '#pulls/hosts/merge-source.ts'
import { draftRule, type Past } from '#pulls/past.ts'
import { type Repository, repositoryById } from '#pulls/repositories.ts'
import { askHost, type HostJobContext, refreshRepository } from './host-requests.ts'
import { ingest } from './ingest.ts'
import { judgeIncoming } from './record.ts'

/** Reads one page of a backfill. */
export const backfillJob = defineJob({
  name: 'backfill',
  payload: z.object({ backfillId: z.string() }),
  attempts: 10,
  priority: 'backfill',
})

/**
 * Starts reading what a source's repository merged since `since`; a failed backfill continues where it stopped. Throws `conflict` while
 * one is running.
 */
export async function beginBackfill(
  tx: Tx,
  { clock, ids }: ActionContext,
  source: Source,
  wanted: { since: Instant | null; past: Past },
): Promise<Backfill> {
  const backfill =
    (await resumeBackfill(tx, source.id, wanted)) ?? (await startBackfill(tx, clock, ids, source, wanted))
  await enqueuePage(tx, { clock, ids }, backfill)
  return backfill
}

const enqueuePage = (
  tx: Tx,
  { clock, ids }: Pick<EntryContext, 'clock' | 'ids'>,
  { id, accountId }: Backfill,
): Promise<void> =>
  enqueue(tx, { clock, ids }, backfillJob, {
    accountId,
    payload: { backfillId: id },
    dedupeKey: dedupeKeyOf(id),
  })

/**
 * Reads one page from the host, then ingests it, moves the cursor and enqueues the next page in one transaction: after a crash the
 * backfill continues with the same page.
 */
export const backfillJobs = (context: HostJobContext): RegisteredJob =>
  handleJob(backfillJob, {
    async run({ backfillId }, { signal }) {
      const backfill = await findBackfill(context.db.read, backfillId)
      const source = backfill?.state === 'running' && (await findSource(context.db.read, backfill.sourceId))
      // Cancelled, or disconnected in the meantime.
      if (!backfill || !source) return async () => {}
      return readPage(context, backfill, source, signal)
    },
    onFailed:
      ({ backfillId }, error) =>
      tx =>
        failBackfill(tx, context.action.clock, backfillId, error),
  })

const dedupeKeyOf = (id: string): string => `backfill ${id}`

/** Why the next page of a backfill is delayed, and until when; null if it is not. */
export async function backfillDelay(
  { read, now }: Database,
  { id }: Backfill,
): Promise<{ until: Instant; why: string } | null> {
  const job = await read
    .selectFrom('job')
    .select(['last_error', 'available_at'])
    .where('dedupe_key', '=', dedupeKeyOf(id))
    .where('lease_token', 'is', null)
    .where('available_at', '>', now)
    .executeTakeFirst()
  return job?.last_error && job.available_at !== null
    ? { until: job.available_at, why: job.last_error }
    : null
}

async function readPage(
  context: HostJobContext,
  backfill: Backfill,
  source: Source,
  signal: AbortSignal,
): Promise<Outcome> {
  const { db, action } = context
  const { since, cursor } = backfill
  const repository =
    (cursor === null && (await refreshRepository(context, source))) ||
    (await repositoryById(db.read, source.repositoryId))
  const page = await askHost(context, source, host =>
    host.mergedPulls(source.repo, { ...(since !== null && { since }), cursor }),
  )
  if (!page) throw new PermanentError(`There is no access to ${source.repo}: connect it with a token.`)
  const drafts = draftRule(backfill.past, backfill.startedAt)
  const judged = await judgeIncoming(context, repository, pullsOfPage(repository, page), signal, drafts)
  return async tx => {
    const counts = await ingest(tx, action, repository, judged, {
      publish: backfill.past === 'publish',
      drafts,
      live: false,
    })
    await advanceBackfill(tx, action.clock, backfill, {
      next: page.next,
      seen: page.pulls.length,
      recorded: counts.recorded,
      updated: counts.updated,
      userFacing: counts.user_facing,
    })
    if (page.next !== null) await enqueuePage(tx, action, backfill)
  }
}

/** The page's pull requests, oldest first, under the repository's name in the account. */
export const pullsOfPage = (repository: Repository, { pulls }: MergedPullsPage) =>
  pulls.map(pull => ({ ...pull, host: repository.host, repo: repository.name })).toSorted(byMergeTime)
