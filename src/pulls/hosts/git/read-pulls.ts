import { availableParallelism } from 'node:os'
import { orderOldestFirst, SORT_WINDOW } from '#pulls/hosts/merge-source.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import { BlobReader } from './blob-reader.ts'
import { isolatedGitDir } from './isolated-git-dir.ts'
import type { RepositoryLocation } from './local-repository.ts'
import type { CommitChanges } from './log/change-parser.ts'
import { type ChangeDetail, type CommitToRead, readChanges } from './log/changes.ts'
import { MergedBranchReader } from './log/merged-branches.ts'
import type { HistoryCommit } from './plan.ts'
import { composePull, type RepositoryFacts } from './pull-record.ts'
import type { GitDirectory } from './run-git.ts'
import type { HistorySurvey } from './survey.ts'

/** The part of the survey that says what to read. */
type Plan = Pick<HistorySurvey, 'planned' | 'carried'>

interface ReadPullsOptions {
  context: RepositoryFacts
  detail: ChangeDetail
  onProgress: ((done: number, total: number | null) => void) | undefined
  signal: AbortSignal | undefined
}

/** The number of git processes in parallel. Parsing their output takes another processor. */
const GIT_PROCESSES = Math.max(1, Math.min(4, availableParallelism()))

/**
 * Reads the planned pull requests, oldest first. Git reads blocks of them, each newest first, which is
 * faster. Stops git and removes its temporary directory however the loop ends.
 */
export async function* readPlannedPulls(
  location: RepositoryLocation,
  plan: Plan,
  options: ReadPullsOptions,
): AsyncGenerator<MergedPull> {
  const { planned } = plan
  await using isolated = await isolatedGitDir(location)
  for (let end = planned.length; end > 0; end -= SORT_WINDOW) {
    const block = { ...plan, planned: planned.slice(Math.max(0, end - SORT_WINDOW), end) }
    const onProgress = (done: number) => options.onProgress?.(planned.length - end + done, planned.length)
    const pulls = readBlock(isolated.gitDir, location, block, { ...options, onProgress })
    for await (const pull of orderOldestFirst(pulls)) {
      options.signal?.throwIfAborted()
      yield pull
    }
  }
}

async function* readBlock(
  gitDir: string,
  { shallow }: RepositoryLocation,
  plan: Plan,
  { context, detail, onProgress, signal }: ReadPullsOptions,
): AsyncGenerator<MergedPull> {
  const { planned } = plan
  const stop = new AbortController()
  const git: GitDirectory = {
    gitDir,
    signal: AbortSignal.any(signal ? [stop.signal, signal] : [stop.signal]),
  }
  const commitsToRead = planned.flatMap(record => record.commits.map(commit => commitToRead(commit, shallow)))
  const changes = readChanges(git, commitsToRead, detail, GIT_PROCESSES)
  const mergedBranches = mergedBranchReader(git, plan)
  const fragments = new BlobReader(git)
  try {
    for (const [index, { number, isPull, commits }] of planned.entries()) {
      const own = await takeChanges(changes, commits.length)
      if (own === null) return
      git.signal?.throwIfAborted()
      const merge = commits.find(commit => commit.isMerge)
      const changeFragments = own.flatMap(change => change.fragments)
      const findings = {
        number,
        isPull,
        isMerge: merge !== undefined,
        changes: own,
        mergedBranch: merge && mergedBranches ? await mergedBranches.of(merge) : null,
        fragments: await fragments.read(changeFragments),
      }
      const carried = commits[0]?.carried
      yield composePull(findings, carried ? { ...context, branch: carried.into } : context)
      onProgress?.(index + 1, planned.length)
    }
  } finally {
    stop.abort()
    await Promise.all([changes.return(undefined), mergedBranches?.close(), fragments.close()])
  }
}

/** The oldest commits of a shallow clone are not compared, because they would seem to add every file. */
const commitToRead = ({ hash, firstParent }: HistoryCommit, shallow: ReadonlySet<string>): CommitToRead => ({
  hash,
  against: firstParent ?? (shallow.has(hash) ? hash : null),
})

function mergedBranchReader(git: GitDirectory, { planned, carried }: Plan): MergedBranchReader | null {
  const merges = planned
    .flatMap(record => record.commits)
    .flatMap(commit => commit.carried?.by ?? (commit.isMerge ? commit : []))
  const [newest, oldest] = [merges[0], merges.at(-1)]
  return newest && oldest ? new MergedBranchReader(git, newest, oldest, carried.numbers) : null
}

async function takeChanges(
  changes: AsyncGenerator<CommitChanges>,
  count: number,
): Promise<[CommitChanges, ...CommitChanges[]] | null> {
  const taken: CommitChanges[] = []
  while (taken.length < count) {
    const { value, done } = await changes.next()
    if (done) return null
    taken.push(value)
  }
  const [first, ...others] = taken
  return first ? [first, ...others] : null
}
