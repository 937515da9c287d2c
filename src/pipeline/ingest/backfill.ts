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
import { type Repository, repositoryById } from '#pulls/repositories.ts'
import { askHost, type HostJobContext } from './host-requests.ts'
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
 * Begins to read what a source's repository merged since then; one that failed goes on where it was. `conflict` while it is being read
 * already.
 */
export async function beginBackfill(
  tx: Tx,
  { clock, ids }: ActionContext,
  source: Source,
  wanted: { since: Instant | null; drafts: boolean },
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
 * Reads one page, records it, and has the next one read: all in one transaction with the cursor, so that after a crash it goes on
 * with the page that it was at.
 */
export const backfillJobs = (parts: HostJobContext): RegisteredJob =>
  handleJob(backfillJob, {
    async run({ backfillId }, { signal }) {
      const backfill = await findBackfill(parts.db.read, backfillId)
      const source = backfill?.state === 'running' && (await findSource(parts.db.read, backfill.sourceId))
      // Broken off, or disconnected meanwhile.
      if (!backfill || !source) return async () => {}
      return readPage(parts, backfill, source, signal)
    },
    onFailed:
      ({ backfillId }, error) =>
      tx =>
        failBackfill(tx, parts.mover.clock, backfillId, error),
  })

const dedupeKeyOf = (id: string): string => `backfill ${id}`

/** Why the next page of a backfill waits, and until when; null while nothing holds it up. */
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
  parts: HostJobContext,
  backfill: Backfill,
  source: Source,
  signal: AbortSignal,
): Promise<Outcome> {
  const { db, mover } = parts
  const repository = await repositoryById(db.read, source.repositoryId)
  const { since, cursor } = backfill
  const page = await askHost(parts, source, host =>
    host.mergedPulls(source.repo, { ...(since !== null && { since }), cursor }),
  )
  if (!page) throw new PermanentError(`Nothing lets us read ${source.repo}: connect it with a token.`)
  const judged = await judgeIncoming(parts, repository, pullsOfPage(repository, page), signal)
  return async tx => {
    const tally = await ingest(tx, mover, repository, judged, {
      publish: false,
      drafts: backfill.drafts,
      live: false,
    })
    await advanceBackfill(tx, mover.clock, backfill, {
      next: page.next,
      seen: page.pulls.length,
      recorded: tally.recorded,
      updated: tally.updated,
      userFacing: tally.user_facing,
    })
    if (page.next !== null) await enqueuePage(tx, mover, backfill)
  }
}

/** The pull requests of a page under the name that the account knows the repository by, oldest first. */
export const pullsOfPage = (repository: Repository, { pulls }: MergedPullsPage) =>
  pulls.map(pull => ({ ...pull, host: repository.host, repo: repository.name })).toSorted(byMergeTime)
