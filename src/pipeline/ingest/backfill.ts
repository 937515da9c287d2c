import { z } from 'zod'
import type { ActionContext } from '#accounts/activity.ts'
import { endRun, type Run, Runs } from '#accounts/runs.ts'
import type { Instant } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import type { Tx } from '#platform/db/schema.ts'
import type { WriteContext } from '#platform/ids.ts'
import { discardFailedJobs } from '#platform/jobs/failed-jobs.ts'
import { defineJob, handleJob, type Outcome, PermanentError, type RegisteredJob } from '#platform/jobs/job.ts'
import { enqueue } from '#platform/jobs/queue.ts'
import { unlessStopped } from '#platform/waiting.ts'
import { findSource, type Source } from '#pulls/connections/sources.ts'
import type { MergedPullsPage } from '#pulls/hosts/code-host.ts'
import { byMergeTime } from '#pulls/hosts/merge-source.ts'
import type { Past } from '#pulls/past.ts'
import { type Repository, repositoryById } from '#pulls/repositories/repositories.ts'
import { countPastDrafts, proposeWeightiest } from './change-past.ts'
import { askHost, type PipelineContext, refreshRepository } from './host-requests.ts'
import { ingest } from './ingest.ts'
import { judgeIncoming } from './record.ts'

interface BackfillOptions {
  /** Only pull requests merged at or after this time; null for all. */
  since: Instant | null
  past: Past
}

interface BackfillCounts {
  recorded: number
  updated: number
  userFacing: number
  /** With `month`: how many pull requests of the repository are drafts; left out until the backfill is done. */
  drafts?: number
}

/**
 * A request for the merge history of a source. Its subject is the source, its cursor is the host's cursor of
 * the next page, and `done` counts the merges that the host returned.
 */
export type Backfill = Run<BackfillOptions, BackfillCounts>

export const BACKFILLS = new Runs<BackfillOptions, BackfillCounts>('backfill')

/** Reads one page of a backfill. */
export const backfillJob = defineJob({
  name: 'backfill',
  payload: z.object({ backfillId: z.string() }),
  attempts: 10,
  priority: 'backfill',
})

/**
 * Starts reading what a source's repository merged since `since`. One that failed or was stopped continues
 * where it ended if the options are the same. Throws `conflict` while one is running.
 */
export async function beginBackfill(
  tx: Tx,
  action: ActionContext,
  source: Source,
  options: BackfillOptions,
): Promise<Backfill> {
  const backfill = (await resumed(tx, source, options)) ?? (await started(tx, action, source, options))
  await enqueuePage(tx, action, backfill)
  return backfill
}

async function resumed(tx: Tx, source: Source, { since, past }: BackfillOptions): Promise<Backfill | null> {
  const last = await BACKFILLS.last(tx, source.accountId, source.id)
  const isSame = last?.options.since === since && last.options.past === past
  if (!isSame || !(await BACKFILLS.resume(tx, last))) return null
  await discardFailedJobs(tx, backfillJob, [{ backfillId: last.id }])
  return BACKFILLS.find(tx, last.id)
}

const started = (tx: Tx, action: ActionContext, { id, accountId, repo }: Source, options: BackfillOptions) =>
  BACKFILLS.start(
    tx,
    action,
    { accountId, subject: id, options, counts: { recorded: 0, updated: 0, userFacing: 0 } },
    `A backfill of ${repo} is running already.`,
  )

const enqueuePage = (tx: Tx, { clock, ids }: WriteContext, { id, accountId }: Backfill): Promise<void> =>
  enqueue(tx, { clock, ids }, backfillJob, {
    accountId,
    payload: { backfillId: id },
    dedupeKey: dedupeKeyOf(id),
  })

/**
 * Reads one page from the host, then ingests it, moves the cursor and enqueues the next page in one transaction: after a crash the
 * backfill continues with the same page.
 */
export const backfillJobs = (context: PipelineContext): RegisteredJob =>
  handleJob(backfillJob, {
    async run({ backfillId }, { signal }) {
      const backfill = await BACKFILLS.open(context.db, backfillId)
      const source = backfill && (await findSource(context.db.read, backfill.subject))
      // The backfill was stopped, or the source was disconnected.
      if (!backfill || !source) return async () => {}
      return unlessStopped(signal, readPage(context, backfill, source, signal))
    },
    onFailed: (tx, { backfillId }, detail) => BACKFILLS.fail(tx, context.action, backfillId, detail),
  })

const dedupeKeyOf = (id: string): string => `backfill ${id}`

/** Why the next page of a backfill is delayed, and until when; null if it is not. */
export async function backfillDelay(
  { read, now }: Database,
  { id }: Pick<Backfill, 'id'>,
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
  context: PipelineContext,
  backfill: Backfill,
  source: Source,
  signal: AbortSignal,
): Promise<Outcome> {
  const { db, action } = context
  const { cursor, counts } = backfill
  const { since, past } = backfill.options
  const repository =
    (cursor === null && (await refreshRepository(context, source))) ||
    (await repositoryById(db.read, source.repositoryId))
  const page = await askHost(context, source, host =>
    host.mergedPulls(repository.name, { ...(since !== null && { since }), cursor }),
  )
  if (!page) throw new PermanentError(`There is no access to ${source.repo}: connect it with a token.`)
  const judged = await judgeIncoming(context, repository, pullsOfPage(repository, page), signal, past)
  return async tx => {
    const ingested = await ingest(tx, action, repository, judged, { past })
    const isLast = page.next === null
    const drafts = isLast && past === 'month' ? await draftMonth(tx, action, source) : null
    const isRunning = await BACKFILLS.advance(tx, backfill, {
      cursor: page.next,
      done: backfill.done + page.pulls.length,
      counts: {
        recorded: counts.recorded + ingested.recorded,
        updated: counts.updated + ingested.updated,
        userFacing: isLast
          ? await countUserFacing(tx, repository.id, since)
          : counts.userFacing + ingested.user_facing,
        ...(drafts !== null && { drafts }),
      },
    })
    if (isLast) await endRun(tx, action, backfill, { state: 'done' })
    else if (isRunning) await enqueuePage(tx, action, backfill)
  }
}

/** Drafts the weightiest of the last month, and returns how many pull requests of the repository are drafts. */
async function draftMonth(tx: Tx, action: ActionContext, source: Source): Promise<number> {
  await proposeWeightiest(tx, action, source.accountId, { keepsMore: true })
  return countPastDrafts(tx, source.accountId, [source.repositoryId])
}

/**
 * How many merges of the backfilled time are user-facing and not reverted. The pages do not tell: a revert may be on another one than what
 * it reverts, and a merge that was changed meanwhile is on two.
 */
async function countUserFacing(db: Tx, repositoryId: string, since: Instant | null): Promise<number> {
  const { count } = await db
    .selectFrom('pull_request as pull')
    .innerJoin('decision', 'decision.id', 'pull.decision_id')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('pull.repository_id', '=', repositoryId)
    .where('pull.place', '<>', 'reverted')
    .where('pull.merged_at', '>=', since ?? 0)
    .where('decision.visibility', '=', 'user-facing')
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The page's pull requests, oldest first, under the repository's name in the account. */
export const pullsOfPage = (repository: Repository, { pulls }: MergedPullsPage) =>
  pulls.map(pull => ({ ...pull, host: repository.host, repo: repository.name })).toSorted(byMergeTime)
