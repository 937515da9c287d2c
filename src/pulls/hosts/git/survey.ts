import { AppError } from '#platform/errors.ts'
import type { MergeRange } from '#pulls/hosts/merge-source.ts'
import { messageOutsidePulls, parseCommitMessage } from './commit-message.ts'
import { isGitHub, readLanding } from './landing.ts'
import {
  countWithoutPull,
  detectMergeHabit,
  HABIT_WINDOW,
  type HistoryCommit,
  type MergeHabit,
  type PlannedPull,
  planPulls,
  withinRange,
} from './plan.ts'
import { type GitContext, GitFailure, readFields, readRecords } from './run-git.ts'

/** What to look for. */
export interface SurveyOptions extends MergeRange {
  branch?: string
  commits?: boolean
  onProgress?: (done: number, total: number | null) => void
}

/** The look over the whole history that comes before reading any change. */
export interface HistorySurvey {
  /** Null on a detached HEAD. */
  branch: string | null
  habit: MergeHabit
  planned: PlannedPull[]
  isEmpty: boolean
  /** How many commits were passed over because they belong to no pull request. */
  withoutPull: number
}

/** `invalid_parameter` for an unknown branch, `unavailable` for a damaged history. A repository without commits has nothing. */
export async function surveyHistory(place: GitContext, wanted: SurveyOptions): Promise<HistorySurvey> {
  const { branch, tip } = await resolveBranch(place, wanted.branch)
  const history = tip === null ? [] : await readHistory(place, tip, wanted)
  const habit = detectMergeHabit(history.slice(0, HABIT_WINDOW))
  const commitsToo = !habit.usesPulls || wanted.commits === true
  const planned = withinRange(planPulls(history, habit, commitsToo), wanted)
  const withoutPull = commitsToo ? 0 : countWithoutPull(history, habit, planned, wanted)
  return { branch, habit, planned, isEmpty: tip === null, withoutPull }
}

/** All of the history, or as much as surely holds the `last` records wanted and what came before them. */
async function readHistory(place: GitContext, tip: string, wanted: SurveyOptions): Promise<HistoryCommit[]> {
  const history: HistoryCommit[] = []
  for await (const commit of scanHistory(place, tip)) {
    history.push(commit)
    if (history.length % HABIT_WINDOW !== 0) continue
    wanted.onProgress?.(history.length, null)
    if (wanted.last !== undefined && holdsLast(history, wanted)) break
  }
  return history
}

/** A number can have landed earlier than where it was first seen, but not by more than the window, in practice. */
function holdsLast(history: readonly HistoryCommit[], wanted: SurveyOptions): boolean {
  const habit = detectMergeHabit(history.slice(0, HABIT_WINDOW))
  const settled = history.slice(0, -HABIT_WINDOW)
  const planned = planPulls(settled, habit, !habit.usesPulls || wanted.commits === true)
  return withinRange(planned, wanted).length >= (wanted.last ?? 0)
}

async function resolveBranch(
  place: GitContext,
  wanted: string | undefined,
): Promise<{ branch: string | null; tip: string | null }> {
  if (wanted !== undefined) {
    for (const folder of ['refs/heads/', 'refs/remotes/origin/']) {
      const tip = await tipOf(place, `${folder}${wanted}`)
      if (tip !== null) return { branch: wanted, tip }
    }
    throw new AppError('invalid_parameter', `The repository has no branch ${wanted}.`)
  }
  const ref = await firstOutputLine(place, ['symbolic-ref', '--quiet', 'HEAD'])
  if (ref === null)
    return { branch: null, tip: await firstOutputLine(place, ['rev-parse', '--quiet', '--verify', 'HEAD']) }
  return { branch: ref.replace(/^refs\/heads\//, ''), tip: await tipOf(place, ref) }
}

/** Null where there is no such reference. */
async function tipOf(place: GitContext, ref: string): Promise<string | null> {
  try {
    for await (const [lines = ''] of readFields(place, [
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

async function firstOutputLine(place: GitContext, args: string[]): Promise<string | null> {
  try {
    for await (const [line = ''] of readFields(place, args)) return line.trim()
    return null
  } catch (cause) {
    if (cause instanceof GitFailure) return null
    throw cause
  }
}

const FORMAT = '%H%x00%P%x00%ct%x00%ce%x00%B'

/** Walks the first-parent history from the newest commit, without a look at any file. */
async function* scanHistory(place: GitContext, tip: string): AsyncGenerator<HistoryCommit> {
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
    for await (const record of readRecords(place, args, 5)) yield historyCommit(record)
  } catch (cause) {
    if (!(cause instanceof GitFailure)) throw cause
    throw new AppError('unavailable', `The history of the repository is damaged: ${cause.message}.`, {
      cause,
    })
  }
}

function historyCommit([
  hash = '',
  parentList = '',
  seconds = '',
  email = '',
  text = '',
]: string[]): HistoryCommit {
  const parents = parentList === '' ? [] : parentList.split(' ')
  const message = parseCommitMessage(text)
  const landing = readLanding(message, isGitHub(email))
  return {
    hash,
    firstParent: parents[0] ?? null,
    isMerge: parents.length > 1,
    at: Number(seconds) * 1000,
    number: landing?.number ?? null,
    style: landing?.style ?? null,
    isCertain: landing?.isCertain ?? false,
    isNoise: landing === null && messageOutsidePulls(message, parents.length > 1) === null,
  }
}
