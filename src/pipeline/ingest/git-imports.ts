import type { Selectable } from 'kysely'
import { z } from 'zod'
import { accountById } from '#accounts/account.ts'
import { type ActionContext, recordActivity } from '#accounts/activity.ts'
import { recordEvent } from '#accounts/events.ts'
import type { Instant } from '#platform/clock.ts'
import { isUniqueViolation } from '#platform/db/failure.ts'
import type { Reader, Schema, Tx } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'
import { defineJob, handleJob, type JobRun, PermanentError, type RegisteredJob } from '#platform/jobs/job.ts'
import { enqueue } from '#platform/jobs/queue.ts'
import type { SourceFacts } from '#pulls/hosts/merge-source.ts'
import type { Past } from '#pulls/past.ts'
import { findRepository } from '#pulls/repositories.ts'
import type { GitRoots } from './git-roots.ts'
import type { ImportContext } from './import.ts'
import { type GitReader, importGitDirectory } from './import-git.ts'
import type { IngestCounts } from './ingest.ts'

/** An import of a git directory that was started in the dashboard, and its progress. */
export interface GitImport {
  id: string
  directory: string
  /** `owner/name` or a web address, instead of the repository's remote. */
  repo: string | null
  since: Instant | null
  /** How many merges are read at most, the newest. */
  last: number | null
  /** With `publish`, the merges are history until a person has looked at them. */
  past: Past
  state: 'running' | 'done' | 'failed' | 'cancelled'
  /** Why it failed. */
  detail: string | null
  /** Merges in the range; null until they are counted. */
  total: number | null
  /** Merges whose changes were read from the repository. */
  read: number
  /** Merges that were classified and recorded, or passed over because they are known or outside the repository's scope. */
  seen: number
  recorded: number
  userFacing: number
  /** Of the user-facing merges, those that were announced before, in the repository's own changelog or here; 0 until it is done. */
  announced: number
  startedAt: Instant
  settledAt: Instant | null
}

export type NewGitImport = Pick<GitImport, 'directory' | 'repo' | 'since' | 'last' | 'past'>

const gitImportJob = defineJob({
  name: 'git-import',
  payload: z.object({ importId: z.string() }),
  attempts: 5,
  priority: 'backfill',
})

/** Starts an import. Throws `conflict` while the same directory is being imported into the account. */
export async function startGitImport(
  tx: Tx,
  { clock, ids, actor }: ActionContext,
  accountId: string,
  wanted: NewGitImport,
): Promise<GitImport> {
  const id = ids.next()
  const counts = { read: 0, seen: 0, recorded: 0, user_facing: 0, announced: 0 }
  await tx
    .insertInto('git_import')
    .values({
      id,
      account_id: accountId,
      ...wanted,
      state: 'running',
      ...counts,
      started_by: actor,
      started_at: clock.now(),
    })
    .execute()
    .catch(error => {
      if (!isUniqueViolation(error)) throw error
      throw new AppError('conflict', 'This directory is being imported already.')
    })
  await enqueue(tx, { clock, ids }, gitImportJob, { accountId, payload: { importId: id } })
  const after = { directory: wanted.directory }
  await recordActivity(tx, { clock, ids, actor }, 'import started', { accountId, subject: id, after })
  return requireImport(tx, accountId, id)
}

/** Ends a running import after its batch; what was recorded stays. Throws `conflict` if it has ended. */
export async function cancelGitImport(
  tx: Tx,
  { clock }: ActionContext,
  accountId: string,
  id: string,
): Promise<GitImport> {
  const { state } = await requireImport(tx, accountId, id)
  if (state !== 'running') throw new AppError('conflict', 'This import has ended already.')
  await settle(tx, clock.now(), id, { state: 'cancelled', detail: null })
  return requireImport(tx, accountId, id)
}

/** The account's imports, the newest first. */
export async function listGitImports(db: Reader, accountId: string): Promise<GitImport[]> {
  const rows = await db
    .selectFrom('git_import')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('started_at', 'desc')
    .orderBy('id')
    .limit(100)
    .execute()
  return rows.map(importFrom)
}

async function requireImport(db: Reader, accountId: string, id: string): Promise<GitImport> {
  const row = await db
    .selectFrom('git_import')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (row) return importFrom(row)
  throw new AppError('not_found', 'The account has no such import.')
}

/** What the job needs. */
export interface GitImportContext extends ImportContext {
  git: GitReader
  gitRoots: GitRoots
}

/**
 * Runs imports. One that was interrupted reads the history again; merges that are recorded already are passed over, and its progress
 * stays where it was until the run is past them.
 */
export const gitImportJobs = (context: GitImportContext): RegisteredJob =>
  handleJob(gitImportJob, {
    async run({ importId }, { signal, progressed }) {
      const { db, action } = context
      const row = await db.read
        .selectFrom('git_import')
        .selectAll()
        .where('id', '=', importId)
        .executeTakeFirst()
      if (row?.state !== 'running') return async () => {}
      await runImport(context, row, { signal, progressed }).catch(error => {
        if (error instanceof AppError && error.code !== 'unavailable') throw new PermanentError(error.message)
        throw error
      })
      return tx => settle(tx, action.clock.now(), importId, { state: 'done', detail: null })
    },
    onFailed:
      ({ importId }, detail) =>
      tx =>
        settle(tx, context.action.clock.now(), importId, { state: 'failed', detail }),
  })

/** How often the progress of reading is saved. */
const PROGRESS_MS = 1_000

type ImportRow = Selectable<Schema['git_import']>
type Progress = Partial<Pick<ImportRow, 'total' | 'read' | 'seen' | 'recorded' | 'user_facing' | 'announced'>>

async function runImport(
  context: GitImportContext,
  row: ImportRow,
  { signal, progressed }: Pick<JobRun, 'signal' | 'progressed'>,
): Promise<void> {
  const { db, git, gitRoots } = context
  const repository = await gitRoots.locate(row.directory)
  const account = await accountById(db.read, row.account_id)
  const cancelled = new AbortController()
  let { total, read } = row
  let facts: SourceFacts | null = null
  const save = async (values: Progress) => {
    const isRunning = await db.write(tx => saveProgress(tx, row, { total, read, ...values }))
    if (!isRunning) cancelled.abort()
    if (read > row.read || (values.seen ?? 0) > row.seen) await progressed()
  }
  // A save that fails is repeated by the next one.
  const timer = setInterval(() => void save({}).catch(() => {}), PROGRESS_MS)
  const range = {
    ...(row.since !== null && { since: row.since }),
    ...(row.last !== null && { last: row.last }),
  }
  await importGitDirectory(context, git, account, {
    repository,
    range,
    repo: row.repo ?? undefined,
    past: row.past === 'publish' ? 'history' : row.past,
    signal: AbortSignal.any([signal, cancelled.signal]),
    onRead: (done, all) => {
      if (all === null) return
      total = all
      read = Math.max(row.read, done)
    },
    onOpened: opened => {
      facts = opened.facts
    },
    onBatch: (counts, handled) => save(columnsOf(counts, handled, row)),
  })
    .catch(error => {
      if (!cancelled.signal.aborted) throw error
    })
    .finally(() => clearInterval(timer))
  if (facts) await save({ announced: await countAnnounced(db.read, account.id, facts) })
}

/** The user-facing pull requests of a repository that were announced. */
async function countAnnounced(db: Reader, accountId: string, facts: SourceFacts): Promise<number> {
  const repository = await findRepository(db, accountId, facts)
  const { count } = await db
    .selectFrom('pull_request as pull')
    .innerJoin('decision', 'decision.id', 'pull.decision_id')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('pull.repository_id', '=', repository?.id ?? '')
    .where('pull.place', '=', 'announced')
    .where('decision.visibility', '=', 'user-facing')
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The counts together with those of an interrupted run, which recorded what this one passes over. */
const columnsOf = ({ recorded, user_facing }: IngestCounts, handled: number, before: ImportRow) => ({
  seen: Math.max(before.seen, handled),
  recorded: before.recorded + recorded,
  user_facing: Math.max(before.user_facing, user_facing),
})

/** Whether the import still runs. */
async function saveProgress(tx: Tx, { id, account_id }: ImportRow, values: Progress): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('git_import')
    .set(values)
    .where('id', '=', id)
    .where('state', '=', 'running')
    .executeTakeFirst()
  await recordEvent(tx, account_id, 'sources', [id])
  return numUpdatedRows > 0n
}

async function settle(
  tx: Tx,
  now: Instant,
  id: string,
  end: { state: GitImport['state']; detail: string | null },
): Promise<void> {
  const row = await tx
    .updateTable('git_import')
    .set({ ...end, settled_at: now })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .returning('account_id')
    .executeTakeFirst()
  if (row) await recordEvent(tx, row.account_id, 'sources', [id])
}

const importFrom = (row: ImportRow): GitImport => ({
  id: row.id,
  directory: row.directory,
  repo: row.repo,
  since: row.since,
  last: row.last,
  past: row.past,
  state: row.state,
  detail: row.detail,
  total: row.total,
  read: row.read,
  seen: row.seen,
  recorded: row.recorded,
  userFacing: row.user_facing,
  announced: row.announced,
  startedAt: row.started_at,
  settledAt: row.settled_at,
})
