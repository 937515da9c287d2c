import { availableParallelism } from 'node:os'
import type { MergedPull } from '#pulls/pull-request.ts'
import { BlobReader } from './blob-reader.ts'
import { createIsolatedGitDir, type RepositoryLocation, removeIsolatedGitDir } from './local-repository.ts'
import type { CommitChanges } from './log/change-parser.ts'
import { type ChangeDetail, type CommitToRead, readChanges } from './log/changes.ts'
import { MergedBranchReader } from './log/merged-branches.ts'
import type { HistoryCommit, PlannedPull } from './plan.ts'
import { composePull, type RecordContext } from './pull-record.ts'
import type { GitContext } from './run-git.ts'

export interface ReadPullsOptions {
  setting: RecordContext
  detail: ChangeDetail
  onProgress: ((done: number, total: number | null) => void) | undefined
  signal: AbortSignal | undefined
}

/** Counting lines keeps about this many processors busy; this process has work for one more. */
const GIT_PROCESSES = Math.max(1, Math.min(4, availableParallelism()))

/** Reads the planned records, newest first. However the loop is left, no git is left running and nothing lies about. */
export async function* readPlannedPulls(
  location: RepositoryLocation,
  planned: readonly PlannedPull[],
  reading: ReadPullsOptions,
): AsyncGenerator<MergedPull> {
  const stop = new AbortController()
  const signal = AbortSignal.any(reading.signal ? [stop.signal, reading.signal] : [stop.signal])
  const gitDir = await createIsolatedGitDir(location)
  try {
    yield* readFrom({ gitDir, signal }, location, planned, reading, stop)
  } finally {
    await removeIsolatedGitDir(gitDir)
  }
}

async function* readFrom(
  place: GitContext,
  { shallow }: RepositoryLocation,
  planned: readonly PlannedPull[],
  { setting, detail, onProgress }: ReadPullsOptions,
  stop: AbortController,
): AsyncGenerator<MergedPull> {
  const steps = planned.flatMap(record => record.commits.map(commit => stepOf(commit, shallow)))
  const changes = readChanges(place, steps, detail, GIT_PROCESSES)
  const brought = mergedBranchReader(place, planned)
  const fragments = new BlobReader(place)
  try {
    for (const [index, { number, commits }] of planned.entries()) {
      const own = await takeChanges(changes, commits.length)
      if (own === null) return
      place.signal?.throwIfAborted()
      const merge = commits.find(commit => commit.isMerge)
      const wanted = own.flatMap(change => change.fragments)
      const findings = {
        number,
        isMerge: merge !== undefined,
        changes: own,
        brought: merge && brought ? await brought.of(merge.hash) : null,
        fragments: await fragments.read(wanted),
      }
      yield composePull(findings, setting)
      onProgress?.(index + 1, planned.length)
    }
  } finally {
    stop.abort()
    await Promise.all([changes.return(undefined), brought?.close(), fragments.close()])
  }
}

/** The oldest commit of a shallow clone seems to add every file there is: it is compared with nothing at all. */
const stepOf = ({ hash, firstParent }: HistoryCommit, shallow: ReadonlySet<string>): CommitToRead => ({
  hash,
  against: firstParent ?? (shallow.has(hash) ? hash : null),
})

function mergedBranchReader(place: GitContext, planned: readonly PlannedPull[]): MergedBranchReader | null {
  const merges = planned.flatMap(record => record.commits).filter(commit => commit.isMerge)
  const [newest, oldest] = [merges[0], merges.at(-1)]
  return newest && oldest ? new MergedBranchReader(place, newest, oldest) : null
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
