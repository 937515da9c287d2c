import { AppError } from '#platform/errors.ts'
import type { MergeRange } from '#pulls/hosts/merge-source.ts'
import { readMessage, readTopic } from './commit-message.ts'
import { isGitHub, readLanding } from './landing.ts'
import {
  type Candidate,
  countOutside,
  HABIT_WINDOW,
  type Habit,
  type Planned,
  planRecords,
  readHabit,
  withinRange,
} from './plan.ts'
import { fieldsOf, GitFailure, recordsOf, type Worktree } from './run-git.ts'

/** What to look for. */
export interface Wanted extends MergeRange {
  branch?: string
  commits?: boolean
  onProgress?: (done: number, total: number | null) => void
}

/** The look over the whole history that comes before reading any change. */
export interface Survey {
  /** Null on a detached HEAD. */
  branch: string | null
  habit: Habit
  planned: Planned[]
  isEmpty: boolean
  /** How many commits were passed over because they belong to no pull request. */
  outside: number
}

/** `invalid_parameter` for an unknown branch, `unavailable` for a damaged history. A repository without commits has nothing. */
export async function surveyHistory(place: Worktree, wanted: Wanted): Promise<Survey> {
  const { branch, tip } = await startOf(place, wanted.branch)
  const history = tip === null ? [] : await scanned(place, tip, wanted)
  const habit = readHabit(history.slice(0, HABIT_WINDOW))
  const commitsToo = !habit.pulls || wanted.commits === true
  const planned = withinRange(planRecords(history, habit, commitsToo), wanted)
  const outside = commitsToo ? 0 : countOutside(history, habit, planned, wanted)
  return { branch, habit, planned, isEmpty: tip === null, outside }
}

/** All of the history, or as much as surely holds the `last` records wanted and what came before them. */
async function scanned(place: Worktree, tip: string, wanted: Wanted): Promise<Candidate[]> {
  const history: Candidate[] = []
  for await (const commit of scanHistory(place, tip)) {
    history.push(commit)
    if (history.length % HABIT_WINDOW !== 0) continue
    wanted.onProgress?.(history.length, null)
    if (wanted.last !== undefined && holdsLast(history, wanted)) break
  }
  return history
}

/** A number can have landed earlier than where it was first seen, but not by more than the window, in practice. */
function holdsLast(history: readonly Candidate[], wanted: Wanted): boolean {
  const habit = readHabit(history.slice(0, HABIT_WINDOW))
  const settled = history.slice(0, -HABIT_WINDOW)
  const planned = planRecords(settled, habit, !habit.pulls || wanted.commits === true)
  return withinRange(planned, wanted).length >= (wanted.last ?? 0)
}

async function startOf(
  place: Worktree,
  wanted: string | undefined,
): Promise<{ branch: string | null; tip: string | null }> {
  if (wanted !== undefined) {
    for (const folder of ['refs/heads/', 'refs/remotes/origin/']) {
      const tip = await tipOf(place, `${folder}${wanted}`)
      if (tip !== null) return { branch: wanted, tip }
    }
    throw new AppError('invalid_parameter', `The repository has no branch ${wanted}.`)
  }
  const ref = await answer(place, ['symbolic-ref', '--quiet', 'HEAD'])
  if (ref === null)
    return { branch: null, tip: await answer(place, ['rev-parse', '--quiet', '--verify', 'HEAD']) }
  return { branch: ref.replace(/^refs\/heads\//, ''), tip: await tipOf(place, ref) }
}

/** Null where there is no such reference. */
async function tipOf(place: Worktree, ref: string): Promise<string | null> {
  try {
    for await (const [lines = ''] of fieldsOf(place, [
      'for-each-ref',
      '--format=%(objectname) %(refname)',
      ref,
    ])) {
      const own = lines.split('\n').find(line => line.endsWith(` ${ref}`))
      if (own !== undefined) return own.slice(0, own.indexOf(' '))
    }
    return null
  } catch (cause) {
    if (!(cause instanceof GitFailure)) throw cause
    throw new AppError('unavailable', `The repository is damaged: ${cause.message}.`, { cause })
  }
}

async function answer(place: Worktree, args: string[]): Promise<string | null> {
  try {
    for await (const [line = ''] of fieldsOf(place, args)) return line.trim()
    return null
  } catch (cause) {
    if (cause instanceof GitFailure) return null
    throw cause
  }
}

const FORMAT = '%H%x00%P%x00%ct%x00%ce%x00%B'

/** Walks the first-parent history from the newest commit, without a look at any file. */
async function* scanHistory(place: Worktree, tip: string): AsyncGenerator<Candidate> {
  const args = [
    'log',
    '-z',
    '--first-parent',
    '--encoding=UTF-8',
    '--no-color',
    `--format=${FORMAT}`,
    tip,
    '--',
  ]
  try {
    for await (const record of recordsOf(place, args, 5)) yield candidateOf(record)
  } catch (cause) {
    if (!(cause instanceof GitFailure)) throw cause
    throw new AppError('unavailable', `The history of the repository is damaged: ${cause.message}.`, {
      cause,
    })
  }
}

function candidateOf([hash = '', parentList = '', seconds = '', email = '', text = '']: string[]): Candidate {
  const parents = parentList === '' ? [] : parentList.split(' ')
  const message = readMessage(text)
  const landing = readLanding(message, isGitHub(email))
  return {
    hash,
    firstParent: parents[0] ?? null,
    isMerge: parents.length > 1,
    at: Number(seconds) * 1000,
    number: landing?.number ?? null,
    style: landing?.style ?? null,
    certain: landing?.certain ?? false,
    noise: landing === null && readTopic(message, parents.length > 1) === null,
  }
}
