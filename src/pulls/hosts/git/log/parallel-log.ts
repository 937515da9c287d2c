import { AppError } from '#platform/errors.ts'
import { GitFailure, type Worktree } from '../run.ts'
import type { Change } from './change-reader.ts'
import { type Detail, readChanges, type Step } from './changes.ts'
import { Ahead } from './read-ahead.ts'

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
