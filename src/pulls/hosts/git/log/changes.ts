import { AppError } from '#platform/errors.ts'
import { Ahead, fieldsOf, GitFailure, type Worktree } from '#pulls/hosts/git/run-git.ts'
import { type Change, ChangeReader } from './change-parser.ts'

/** So many commits in a row go through one lane, which keeps git's cache of deltas warm. */
const STRETCH = 32
/** After so many failures in a row with nothing read between them, the objects are missing as a rule. */
const PATIENCE = 3

/**
 * Reads the commits in their order with several git processes side by side, for counting lines is what takes the time. Where an
 * object is missing or damaged, that commit alone comes with less detail.
 */
export async function* readParallelLog(
  place: Worktree,
  steps: readonly Step[],
  detail: Detail,
  width: number,
): AsyncGenerator<Change> {
  const lanes = Array.from(
    { length: Math.min(width, Math.ceil(steps.length / STRETCH)) },
    (_, lane) => new Ahead(readPatiently(place, laneOf(steps, lane, width), detail)),
  )
  try {
    for (let at = 0; at < steps.length; at += 1) {
      const change = await lanes[Math.floor(at / STRETCH) % width]?.take()
      if (!change) return
      yield change
    }
  } finally {
    await Promise.all(lanes.map(lane => lane.close()))
  }
}

const laneOf = (steps: readonly Step[], lane: number, width: number) =>
  steps.filter((_, at) => Math.floor(at / STRETCH) % width === lane)

/** One lane, which goes on after a fault. */
async function* readPatiently(
  place: Worktree,
  steps: readonly Step[],
  wanted: Detail,
): AsyncGenerator<Change> {
  let detail = wanted
  let failures = 0
  for (let done = 0; done < steps.length; ) {
    try {
      for await (const change of readChanges(place, steps.slice(done), detail)) {
        yield change
        done += 1
        failures = 0
      }
      if (done < steps.length) throw new GitFailure('git ended early')
    } catch (failure) {
      const step = steps[done]
      if (!(failure instanceof GitFailure) || step === undefined) throw failure
      const read = await readWithLess(place, step, detail, failure)
      yield read.change
      done += 1
      failures += 1
      if (failures >= PATIENCE) detail = read.detail
    }
  }
}

const LESS: Record<Detail, Detail | null> = { lines: 'names', names: 'message', message: null }

async function readWithLess(
  place: Worktree,
  step: Step,
  tried: Detail,
  failure: GitFailure,
): Promise<{ change: Change; detail: Detail }> {
  const detail = LESS[tried]
  if (detail === null) throw damaged(failure)
  try {
    for await (const change of readChanges(place, [step], detail)) return { change, detail }
    throw damaged(failure)
  } catch (again) {
    if (!(again instanceof GitFailure)) throw again
    return readWithLess(place, step, detail, again)
  }
}

const damaged = (cause: GitFailure) =>
  new AppError('unavailable', `A commit of the repository cannot be read: ${cause.message}.`, { cause })

/** A commit to be read, and what to compare it with. */
export interface Step {
  hash: string
  /** Null compares with nothing (the first commit); the commit itself leaves the comparison out. */
  against: string | null
}

/** How much is asked of the objects: `names` opens no file, `message` no folder either. */
export type Detail = 'lines' | 'names' | 'message'

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
const COMMANDS: Record<Detail, string[]> = {
  lines: [...DIFF, '--raw', '--numstat', '-M'],
  // A file that was moved as it is can be told by its hash alone.
  names: [...DIFF, '--raw', '-M100%'],
  message: ['log', '--stdin', '--no-walk=unsorted', '--no-patch'],
}
const FORM = ['-z', '--no-color', '--encoding=UTF-8', `--format=${ChangeReader.format}`]

/** Reads the commits in their order. When git fails, those before the fault have been given; then throws `GitFailure`. */
export async function* readChanges(
  place: Worktree,
  steps: Iterable<Step>,
  detail: Detail,
): AsyncGenerator<Change> {
  const reader = new ChangeReader()
  try {
    for await (const fields of fieldsOf(place, [...COMMANDS[detail], ...FORM], requests(steps, detail))) {
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
function* requests(steps: Iterable<Step>, detail: Detail): Generator<string> {
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
