import { z } from 'zod'
import { accountById } from '#accounts/account.ts'
import { type ActionContext, recordActivity } from '#accounts/activity.ts'
import { endRun, type Run, Runs } from '#accounts/runs.ts'
import type { Instant } from '#platform/clock.ts'
import type { Reader, Tx } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'
import { defineJob, handleJob, type JobRun, PermanentError, type RegisteredJob } from '#platform/jobs/job.ts'
import { enqueue } from '#platform/jobs/queue.ts'
import type { SourceFacts } from '#pulls/hosts/merge-source.ts'
import type { Past } from '#pulls/past.ts'
import { findRepository } from '#pulls/repositories/repositories.ts'
import { countPastDrafts } from './change-past.ts'
import type { GitRoots } from './git-roots.ts'
import type { PipelineContext } from './host-requests.ts'

interface GitImportOptions {
  /** `owner/name` or a web address, instead of the repository's remote. */
  repo: string | null
  since: Instant | null
  /** The most merges to read, the newest ones; null for all. */
  last: number | null
  /** What becomes of user-facing merges. With `publish` they are history until a person has looked at them. */
  past: Past
}

interface GitImportCounts {
  /** How many merges' changes were read from the repository. */
  read: number
  recorded: number
  userFacing: number
  /** How many user-facing merges were announced before, in the repository's own changelog or here; 0 until the import is done. */
  announced: number
  /** How many changes of the repository are commits that belong to no pull request; null until the import is done. */
  commits: number | null
  /** With `month`: how many changes of the repository are drafts; null until the import is done. */
  drafts: number | null
}

/**
 * An import of a git directory that was started in the dashboard. Its subject is the directory. `done` counts merges that were classified
 * and recorded, or skipped because they are known or outside the repository's scope.
 */
export type GitImport = Run<GitImportOptions, GitImportCounts>

const GIT_IMPORTS = new Runs<GitImportOptions, GitImportCounts>('git import')

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
  { directory, ...options }: GitImportOptions & { directory: string },
): Promise<GitImport> {
  const run = await GIT_IMPORTS.start(
    tx,
    { clock, ids, actor },
    {
      ...{ accountId, subject: directory, options },
      counts: { read: 0, recorded: 0, userFacing: 0, announced: 0, commits: null, drafts: null },
    },
    'This directory is being imported already.',
  )
  await enqueue(tx, { clock, ids }, gitImportJob, { accountId, payload: { importId: run.id } })
  const activity = { accountId, subject: run.id, after: { directory } }
  await recordActivity(tx, { clock, ids, actor }, 'import started', activity)
  return run
}

interface GitImporter extends Omit<PipelineContext, 'hostOf'> {
  gitRoots: GitRoots
}

/**
 * Runs imports. An interrupted one reads the history again: merges that are already recorded are skipped, and
 * its progress stays the same until the run has passed them.
 */
export const gitImportJobs = (context: GitImporter): RegisteredJob =>
  handleJob(gitImportJob, {
    async run({ importId }, { signal, progressed }) {
      const { db, action } = context
      const before = await GIT_IMPORTS.open(db, importId)
      if (!before) return async () => {}
      await runImport(context, before, { signal, progressed }).catch(error => {
        if (error instanceof AppError && error.code !== 'unavailable') throw new PermanentError(error.message)
        throw error
      })
      return async tx => void (await endRun(tx, action, before, { state: 'done' }))
    },
    onFailed: (tx, { importId }, detail) => GIT_IMPORTS.fail(tx, context.action, importId, detail),
  })

/** How often the progress of reading is saved. */
const PROGRESS_MS = 1_000

async function runImport(
  context: GitImporter,
  before: GitImport,
  { signal, progressed }: Pick<JobRun, 'signal' | 'progressed'>,
): Promise<void> {
  const { db, gitRoots } = context
  const { importGitDirectory } = await import('./import-git.ts')
  const { repo, since, last, past } = before.options
  const repository = await gitRoots.locate(before.subject)
  const account = await accountById(db.read, before.accountId)
  const stopped = new AbortController()
  let { total, done, counts } = before
  let facts: SourceFacts | null = null
  let saved: Promise<unknown> = Promise.resolve()
  const saveNow = async () => {
    if (!(await db.write(tx => GIT_IMPORTS.advance(tx, before, { total, done, counts })))) stopped.abort()
    if (counts.read > before.counts.read || done > before.done) await progressed()
  }
  // Saves follow one another, so that no earlier count is stored last.
  const save = () => {
    saved = saved.catch(() => {}).then(saveNow)
    return saved
  }
  // A save that fails is made up for by the next one.
  const timer = setInterval(() => void save().catch(() => {}), PROGRESS_MS)
  const result = await importGitDirectory(context, account, {
    repository,
    range: { ...(since !== null && { since }), ...(last !== null && { last }) },
    repo: repo ?? undefined,
    past: past === 'publish' ? 'history' : past,
    signal: AbortSignal.any([signal, stopped.signal]),
    onRead: (read, all) => {
      if (all === null) return
      total = all
      counts = { ...counts, read: Math.max(before.counts.read, read) }
    },
    onOpened: opened => {
      facts = opened.facts
    },
    // These are added to the counts of an interrupted run, which recorded what this one skips.
    onBatch: async (ingested, handled) => {
      done = Math.max(before.done, handled)
      counts = {
        ...counts,
        recorded: before.counts.recorded + ingested.recorded,
        userFacing: Math.max(before.counts.userFacing, ingested.user_facing),
      }
      await save()
    },
  })
    .catch(error => {
      if (!stopped.signal.aborted) throw error
      return null
    })
    .finally(() => clearInterval(timer))
  if (facts) {
    if (result) counts = { ...counts, userFacing: result.user_facing }
    counts = { ...counts, ...(await countInRepository(db.read, account.id, facts, past)) }
    await save()
  }
}

/** How many user-facing changes of a repository were announced, how many changes are commits without a pull request, and how many are drafts. */
async function countInRepository(
  db: Reader,
  accountId: string,
  facts: SourceFacts,
  past: Past,
): Promise<Pick<GitImportCounts, 'announced' | 'commits' | 'drafts'>> {
  const repository = await findRepository(db, accountId, facts)
  const pulls = db.selectFrom('pull_request as pull').where('pull.repository_id', '=', repository?.id ?? '')
  const { announced } = await pulls
    .innerJoin('decision', 'decision.id', 'pull.decision_id')
    .select(({ fn }) => fn.countAll<number>().as('announced'))
    .where('pull.place', '=', 'announced')
    .where('decision.visibility', '=', 'user-facing')
    .executeTakeFirstOrThrow()
  const { commits } = await pulls
    .select(({ fn }) => fn.countAll<number>().as('commits'))
    .where('pull.number', 'is', null)
    .executeTakeFirstOrThrow()
  const drafts = past === 'month' && repository ? await countPastDrafts(db, accountId, [repository.id]) : null
  return { announced: Number(announced), commits: Number(commits), drafts }
}
