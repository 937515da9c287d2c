import { AppError } from '#platform/errors.ts'
import { type GitContext, GitFailure, ReadAhead, readFields } from '#pulls/hosts/git/run-git.ts'
import { ChangeParser, type CommitChanges } from './change-parser.ts'

/** So many commits in a row go through one lane, which keeps git's cache of deltas warm. */
const BATCH_SIZE = 32
/** After so many failures in a row with nothing read between them, the objects are missing as a rule. */
const MAX_FAILURES_IN_A_ROW = 3

/**
 * Reads the commits in their order with several git processes side by side, for counting lines is what takes the time. Where an
 * object is missing or damaged, that commit alone comes with less detail.
 */
export async function* readChanges(
  place: GitContext,
  steps: readonly CommitToRead[],
  detail: ChangeDetail,
  width: number,
): AsyncGenerator<CommitChanges> {
  const lanes = Array.from(
    { length: Math.min(width, Math.ceil(steps.length / BATCH_SIZE)) },
    (_, lane) => new ReadAhead(readDespiteDamage(place, laneOf(steps, lane, width), detail)),
  )
  try {
    for (let at = 0; at < steps.length; at += 1) {
      const change = await lanes[Math.floor(at / BATCH_SIZE) % width]?.take()
      if (!change) return
      yield change
    }
  } finally {
    await Promise.all(lanes.map(lane => lane.close()))
  }
}

const laneOf = (steps: readonly CommitToRead[], lane: number, width: number) =>
  steps.filter((_, at) => Math.floor(at / BATCH_SIZE) % width === lane)

/** One lane, which goes on after a fault. */
async function* readDespiteDamage(
  place: GitContext,
  steps: readonly CommitToRead[],
  wanted: ChangeDetail,
): AsyncGenerator<CommitChanges> {
  let detail = wanted
  let failures = 0
  for (let done = 0; done < steps.length; ) {
    try {
      for await (const change of readCommits(place, steps.slice(done), detail)) {
        yield change
        done += 1
        failures = 0
      }
      if (done < steps.length) throw new GitFailure('git ended early')
    } catch (failure) {
      const step = steps[done]
      if (!(failure instanceof GitFailure) || step === undefined) throw failure
      const read = await readWithLessDetail(place, step, detail, failure)
      yield read.change
      done += 1
      failures += 1
      if (failures >= MAX_FAILURES_IN_A_ROW) detail = read.detail
    }
  }
}

const LESS_DETAIL: Record<ChangeDetail, ChangeDetail | null> = {
  lines: 'names',
  names: 'message',
  message: null,
}

async function readWithLessDetail(
  place: GitContext,
  step: CommitToRead,
  tried: ChangeDetail,
  failure: GitFailure,
): Promise<{ change: CommitChanges; detail: ChangeDetail }> {
  const detail = LESS_DETAIL[tried]
  if (detail === null) throw damaged(failure)
  try {
    for await (const change of readCommits(place, [step], detail)) return { change, detail }
    throw damaged(failure)
  } catch (again) {
    if (!(again instanceof GitFailure)) throw again
    return readWithLessDetail(place, step, detail, again)
  }
}

const damaged = (cause: GitFailure) =>
  new AppError('unavailable', `A commit of the repository cannot be read: ${cause.message}.`, { cause })

/** A commit to be read, and what to compare it with. */
export interface CommitToRead {
  hash: string
  /** Null compares with nothing (the first commit); the commit itself leaves the comparison out. */
  against: string | null
}

/** How much is asked of the objects: `names` opens no file, `message` no folder either. */
export type ChangeDetail = 'lines' | 'names' | 'message'

const DIFF = [
  'diff-tree',
  '--stdin',
  '-r',
  '--root',
  '--always',
  '--no-abbrev',
  '--no-ext-diff',
  '--no-textconv',
]
const COMMANDS: Record<ChangeDetail, string[]> = {
  lines: [...DIFF, '--raw', '--numstat', '-M'],
  // A file that was moved as it is can be told by its hash alone.
  names: [...DIFF, '--raw', '-M100%'],
  message: ['log', '--stdin', '--no-walk=unsorted', '--no-patch'],
}
const FORM = ['-z', '--no-color', '--encoding=UTF-8', `--format=${ChangeParser.format}`]

/** Reads the commits in their order. When git fails, those before the fault have been given; then throws `GitFailure`. */
export async function* readCommits(
  place: GitContext,
  steps: Iterable<CommitToRead>,
  detail: ChangeDetail,
): AsyncGenerator<CommitChanges> {
  const reader = new ChangeParser()
  try {
    for await (const fields of readFields(place, [...COMMANDS[detail], ...FORM], requests(steps, detail))) {
      for (const field of fields) {
        const change = reader.take(field)
        if (change !== null) yield change
      }
    }
  } catch (failure) {
    const last = reader.end(detail === 'lines')
    if (last !== null) yield last
    throw failure
  }
  const last = reader.end(false)
  if (last !== null) yield last
}

/** In blocks, since each piece of a stream has its price. */
function* requests(steps: Iterable<CommitToRead>, detail: ChangeDetail): Generator<string> {
  let block = ''
  for (const { hash, against } of steps) {
    block += against === null || detail === 'message' ? `${hash}\n` : `${hash} ${against}\n`
    if (block.length < BLOCK) continue
    yield block
    block = ''
  }
  if (block !== '') yield block
}

const BLOCK = 16_384
