import { availableParallelism } from 'node:os'
import type { MergedPull } from '#pulls/pull-request.ts'
import { FragmentReader } from './blob-reader.ts'
import { createStandInRepository, type RepositoryLocation, removeStandIn } from './local-repository.ts'
import type { Change } from './log/change-parser.ts'
import { type Detail, readParallelLog, type Step } from './log/changes.ts'
import { MergedChangeReader } from './log/merged-branches.ts'
import type { Candidate, Planned } from './plan.ts'
import { recordOf, type Setting } from './pull-record.ts'
import type { Worktree } from './run-git.ts'

export interface Reading {
  setting: Setting
  detail: Detail
  onProgress: ((done: number, total: number | null) => void) | undefined
  signal: AbortSignal | undefined
}

/** Counting lines keeps about this many processors busy; this process has work for one more. */
const LANES = Math.max(1, Math.min(4, availableParallelism()))

/** Reads the planned records, newest first. However the loop is left, no git is left running and nothing lies about. */
export async function* readPlanned(
  location: RepositoryLocation,
  planned: readonly Planned[],
  reading: Reading,
): AsyncGenerator<MergedPull> {
  const stop = new AbortController()
  const signal = AbortSignal.any(reading.signal ? [stop.signal, reading.signal] : [stop.signal])
  const gitDir = await createStandInRepository(location)
  try {
    yield* readFrom({ gitDir, signal }, location, planned, reading, stop)
  } finally {
    await removeStandIn(gitDir)
  }
}

async function* readFrom(
  place: Worktree,
  { shallow }: RepositoryLocation,
  planned: readonly Planned[],
  { setting, detail, onProgress }: Reading,
  stop: AbortController,
): AsyncGenerator<MergedPull> {
  const steps = planned.flatMap(record => record.commits.map(commit => stepOf(commit, shallow)))
  const changes = readParallelLog(place, steps, detail, LANES)
  const brought = broughtBy(place, planned)
  const fragments = new FragmentReader(place)
  try {
    for (const [index, { number, commits }] of planned.entries()) {
      const own = await take(changes, commits.length)
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
      yield recordOf(findings, setting)
      onProgress?.(index + 1, planned.length)
    }
  } finally {
    stop.abort()
    await Promise.all([changes.return(undefined), brought?.close(), fragments.close()])
  }
}

/** The oldest commit of a shallow clone seems to add every file there is: it is compared with nothing at all. */
const stepOf = ({ hash, firstParent }: Candidate, shallow: ReadonlySet<string>): Step => ({
  hash,
  against: firstParent ?? (shallow.has(hash) ? hash : null),
})

function broughtBy(place: Worktree, planned: readonly Planned[]): MergedChangeReader | null {
  const merges = planned.flatMap(record => record.commits).filter(commit => commit.isMerge)
  const [newest, oldest] = [merges[0], merges.at(-1)]
  return newest && oldest ? new MergedChangeReader(place, newest, oldest) : null
}

async function take(changes: AsyncGenerator<Change>, count: number): Promise<[Change, ...Change[]] | null> {
  const taken: Change[] = []
  while (taken.length < count) {
    const { value, done } = await changes.next()
    if (done) return null
    taken.push(value)
  }
  const [first, ...others] = taken
  return first ? [first, ...others] : null
}
