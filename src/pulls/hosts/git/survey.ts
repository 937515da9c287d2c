import { AppError } from '#platform/errors.ts'
import type { CarriedCounts, MergeRange } from '#pulls/hosts/merge-source.ts'
import { type CarriedPulls, carriedPulls, withCarried } from './carried.ts'
import { scanHistory } from './log/history.ts'
import { readSideBranches } from './log/side-branches.ts'
import {
  countWithoutPull,
  detectMergeHabit,
  HABIT_WINDOW,
  type HistoryCommit,
  habitOfMergedBranches,
  isWithin,
  type MergeHabit,
  type PlannedPull,
  planPulls,
} from './plan.ts'
import { type GitDirectory, readFields, requireReadable, untilFailure } from './run-git.ts'

/** What to read. */
interface SurveyOptions extends MergeRange {
  branch?: string
  at?: string
  commits?: boolean
  /** The commits at which a shallow clone ends. */
  shallow?: ReadonlySet<string>
  onProgress?: (done: number, total: number | null) => void
}

/** The result of scanning the history, before any change is read. */
export interface HistorySurvey {
  /** The branch; null for a detached HEAD. */
  branch: string | null
  habit: MergeHabit
  planned: PlannedPull[]
  carried: CarriedPulls
  carriedCounts: CarriedCounts
  /** How many planned squash merges list other pull requests that are not in the history. */
  squashesOfOthers: number
  isEmpty: boolean
  /** How many commits were left out because they belong to no pull request. */
  withoutPull: number
}

/** How many squash merges list other pull requests, which cannot be found in the history and were not read. */
function countSquashesOfOthers(planned: readonly PlannedPull[]): number {
  const read = new Set(planned.map(({ number }) => number))
  return planned.filter(({ commits }) => commits[0]?.lists?.some(number => !read.has(number))).length
}

/** The pull requests in the range. The committer date is compared at any position in the history, since clocks differ. */
const withinRange = (planned: readonly PlannedPull[], range: MergeRange): PlannedPull[] =>
  planned.filter(({ commits: [first] }) => first && isWithin(first, range)).slice(0, range.last)

const NOTHING_CARRIED: CarriedPulls = { byCarrier: new Map(), numbers: new Map(), skipped: [] }

/** How many of the planned pull requests were carried, and how many merges in the range are left out. */
function carriedCounts(
  planned: readonly PlannedPull[],
  { skipped }: CarriedPulls,
  range: MergeRange,
): CarriedCounts {
  const counts = { 'nothing-new': 0, fork: 0, 'other-history': 0 }
  for (const { commit, reason } of skipped) if (isWithin(commit, range)) counts[reason] += 1
  return { reached: planned.filter(({ commits }) => commits[0]?.carried).length, skipped: counts }
}

/**
 * Scans the history and plans what to read. Throws `invalid_parameter` for an unknown branch and `unavailable` for a damaged
 * history.
 */
export async function surveyHistory(git: GitDirectory, options: SurveyOptions): Promise<HistorySurvey> {
  const { branch, tip } =
    options.at === undefined ? await resolveBranch(git, options.branch) : { branch: null, tip: options.at }
  const reading = tip === null ? Promise.resolve([]) : readHistory(git, tip, options)
  const history = await requireReadable(reading, 'The history of the repository is damaged')
  const { habit, carried } = await readCarried(git, history, branch, options.shallow ?? new Set())
  const commitsToo = !habit.usesPulls || options.commits === true
  const elsewhere = newestNumberedElsewhere(history)
  const pulls = planPulls(withCarried(history, carried), habit, commitsToo, elsewhere)
  const planned = withinRange(pulls, options)
  const withoutPull = commitsToo ? 0 : countWithoutPull(history, habit, planned, options)
  const squashesOfOthers = countSquashesOfOthers(planned)
  const counts = carriedCounts(planned, carried, options)
  const found = { branch, habit, planned, carried, carriedCounts: counts }
  return { ...found, squashesOfOthers, isEmpty: tip === null, withoutPull }
}

/** Whether at least half of the commits only merge other branches. */
const isMostlyNoise = (commits: readonly HistoryCommit[]): boolean =>
  commits.filter(commit => commit.isNoise).length >= commits.length / 2

/**
 * The pull requests that came in with merges of other branches. A branch that mostly merges others has the habit of the merged branches. If
 * the habit has no pull requests at all, numbers belong to other repositories.
 */
async function readCarried(
  git: GitDirectory,
  history: readonly HistoryCommit[],
  branch: string | null,
  shallow: ReadonlySet<string>,
): Promise<{ habit: MergeHabit; carried: CarriedPulls }> {
  const newest = history.slice(0, HABIT_WINDOW)
  const own = detectMergeHabit(newest)
  const sides = await readSideBranches(git, history, { shallow, limit: HABIT_WINDOW })
  const habit =
    own.usesPulls || !isMostlyNoise(newest) ? own : habitOfMergedBranches(own, [...newest, ...sides.newest])
  return {
    habit,
    carried: habit.style === null ? NOTHING_CARRIED : carriedPulls(sides.landed, habit, branch),
  }
}

/** The whole history, or with `last` as much of it as contains that many pull requests. */
async function readHistory(git: GitDirectory, tip: string, options: SurveyOptions): Promise<HistoryCommit[]> {
  const history: HistoryCommit[] = []
  for await (const { parents: _, ...commit } of scanHistory(git, [tip], '--first-parent')) {
    history.push(commit)
    if (history.length % HABIT_WINDOW !== 0) continue
    options.onProgress?.(history.length, null)
    if (options.last !== undefined && holdsLast(history, options)) break
  }
  return history
}

/**
 * Whether the history already contains the last pull requests. A number may have landed before the commit
 * where it is seen first, but in practice within the window.
 */
function holdsLast(history: readonly HistoryCommit[], options: SurveyOptions): boolean {
  const habit = detectMergeHabit(history.slice(0, HABIT_WINDOW))
  const settled = history.slice(0, -HABIT_WINDOW)
  const planned = planPulls(settled, habit, !habit.usesPulls || options.commits === true)
  return withinRange(planned, options).length >= (options.last ?? 0)
}

async function resolveBranch(
  git: GitDirectory,
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

/** The hash that a reference points to; null if the reference does not exist. */
async function tipOf(git: GitDirectory, ref: string): Promise<string | null> {
  const refs = Array.fromAsync(readFields(git, ['for-each-ref', '--format=%(objectname) %(refname)', ref]))
  const lines = (await requireReadable(refs, 'The repository is damaged')).flat().join('').split('\n')
  return lines.find(line => line.endsWith(` ${ref}`))?.split(' ', 1)[0] ?? null
}

async function firstOutputLine(git: GitDirectory, args: string[]): Promise<string | null> {
  const [[line] = []] = await Array.fromAsync(untilFailure(readFields(git, args)))
  return line?.trim() ?? null
}

/** The most numbers on each side of a commit that are compared. */
const WINDOW = 20
/** A repository that has merged fewer pull requests is not told apart from the one that it was forked from. */
const FEWEST = 10

/**
 * The newest commit that another repository numbered, such as the one that this was forked from or moved from; null if there is none.
 * From there on numbers begin anew: nearly all are less than half of those before. Takes a first-parent history, newest first.
 */
function newestNumberedElsewhere(history: readonly HistoryCommit[]): HistoryCommit | null {
  const numbered = history.filter(({ isCertain }) => isCertain)
  const numbers = numbered.map(({ number }) => number ?? 0)
  let [greatest, found]: [number, HistoryCommit | null] = [2, null]
  for (let at = FEWEST; at + FEWEST <= numbers.length; at++) {
    const [newer, older] = [numbers[at - 1] ?? 0, numbers[at] ?? 0]
    if (older <= 2 * newer) continue
    const before = quantile(numbers.slice(at, at + WINDOW), 0.5)
    const fall = before / quantile(numbers.slice(Math.max(0, at - WINDOW), at), 0.9)
    if (fall > greatest) [greatest, found] = [fall, numbered[at] ?? null]
  }
  return found
}

const quantile = (numbers: readonly number[], share: number): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length * share)] ?? 0
