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

/** What to read. */
export interface SurveyOptions extends MergeRange {
  branch?: string
  commits?: boolean
  onProgress?: (done: number, total: number | null) => void
}

/** The result of scanning the history, before any change is read. */
export interface HistorySurvey {
  /** Null for a detached HEAD. */
  branch: string | null
  habit: MergeHabit
  planned: PlannedPull[]
  isEmpty: boolean
  /** The number of commits left out because they belong to no pull request. */
  withoutPull: number
}

/**
 * Scans the history and plans what to read. Throws `invalid_parameter` for an unknown branch and `unavailable` for a damaged
 * history.
 */
export async function surveyHistory(git: GitContext, options: SurveyOptions): Promise<HistorySurvey> {
  const { branch, tip } = await resolveBranch(git, options.branch)
  const history = tip === null ? [] : await readHistory(git, tip, options)
  const habit = detectMergeHabit(history.slice(0, HABIT_WINDOW))
  const commitsToo = !habit.usesPulls || options.commits === true
  const planned = withinRange(planPulls(history, habit, commitsToo), options)
  const withoutPull = commitsToo ? 0 : countWithoutPull(history, habit, planned, options)
  return { branch, habit, planned, isEmpty: tip === null, withoutPull }
}

/** The whole history, or with `last` as much of it as contains that many pull requests. */
async function readHistory(git: GitContext, tip: string, options: SurveyOptions): Promise<HistoryCommit[]> {
  const history: HistoryCommit[] = []
  for await (const commit of scanHistory(git, tip)) {
    history.push(commit)
    if (history.length % HABIT_WINDOW !== 0) continue
    options.onProgress?.(history.length, null)
    if (options.last !== undefined && holdsLast(history, options)) break
  }
  return history
}

/** A number may have landed before the commit where it is first seen, in practice within the window. */
function holdsLast(history: readonly HistoryCommit[], options: SurveyOptions): boolean {
  const habit = detectMergeHabit(history.slice(0, HABIT_WINDOW))
  const settled = history.slice(0, -HABIT_WINDOW)
  const planned = planPulls(settled, habit, !habit.usesPulls || options.commits === true)
  return withinRange(planned, options).length >= (options.last ?? 0)
}

async function resolveBranch(
  git: GitContext,
  options: string | undefined,
): Promise<{ branch: string | null; tip: string | null }> {
  if (options !== undefined) {
    for (const folder of ['refs/heads/', 'refs/remotes/origin/']) {
      const tip = await tipOf(git, `${folder}${options}`)
      if (tip !== null) return { branch: options, tip }
    }
    throw new AppError('invalid_parameter', `The repository has no branch ${options}.`)
  }
  const ref = await firstOutputLine(git, ['symbolic-ref', '--quiet', 'HEAD'])
  if (ref === null)
    return { branch: null, tip: await firstOutputLine(git, ['rev-parse', '--quiet', '--verify', 'HEAD']) }
  return { branch: ref.replace(/^refs\/heads\//, ''), tip: await tipOf(git, ref) }
}

/** Null when the reference does not exist. */
async function tipOf(git: GitContext, ref: string): Promise<string | null> {
  try {
    for await (const [lines = ''] of readFields(git, [
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

async function firstOutputLine(git: GitContext, args: string[]): Promise<string | null> {
  try {
    for await (const [line = ''] of readFields(git, args)) return line.trim()
    return null
  } catch (cause) {
    if (cause instanceof GitFailure) return null
    throw cause
  }
}

const FORMAT = '%H%x00%P%x00%ct%x00%ce%x00%B'

/** Walks the first-parent history from the newest commit. Reads no files. */
async function* scanHistory(git: GitContext, tip: string): AsyncGenerator<HistoryCommit> {
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
    for await (const record of readRecords(git, args, 5)) yield historyCommit(record)
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
