import type { Instant } from '#platform/clock.ts'
import type { MergeRange } from '#pulls/hosts/merge-source.ts'
import type { LandingStyle } from './landing.ts'

/** A commit of the first-parent history, with the fields that planning needs. It is small, because there may be a million. */
export interface HistoryCommit {
  hash: string
  firstParent: string | null
  isMerge: boolean
  at: Instant
  number: number | null
  style: LandingStyle | null
  /** Whether the website of the code host made the commit. */
  byHost: boolean
  /** Whether the number is a pull request, however the repository merges. */
  isCertain: boolean
  /** Whether the message says nothing about the work, such as `Merge branch 'main'`, or Weblate made the commit. */
  isNoise: boolean
  /** The branch that a pull request or merge comes from, and the project that numbers it, as far as the message names them. */
  branchOwner: string | null
  branch: string | null
  project: string | null
  /** The pull requests that the message of a squash lists; left out if there are fewer than two. */
  lists?: readonly number[]
  /** Left out for a commit of the branch that is read. */
  carried?: Carried
}

/** How a pull request that was merged into another branch reached the branch that is read. */
interface Carried {
  /** The commit of the branch that is read which brought it in. */
  by: HistoryCommit
  /** The branch that it was merged into; null if no message names it. */
  into: string | null
}

/** A pull request or a commit to read, with its commits newest first; usually one. */
export interface PlannedPull {
  /** Null for a commit, and for a pull request that another repository numbered. */
  number: number | null
  isPull: boolean
  commits: HistoryCommit[]
}

/** How the repository merges, detected from its newest commits. */
export interface MergeHabit {
  /** Whether the work arrives as pull requests; otherwise each commit counts. */
  usesPulls: boolean
  /** Whether `(#12)` at the end of a title is a pull request even in a commit that its own author made. */
  bareNumbers: boolean
  /** The most frequent landing style. */
  style: LandingStyle | null
  /** The owners of many of the merged branches: those of the repository and its team, not those of forks. */
  owners: ReadonlySet<string>
}

/** The number of newest commits that the habit is detected from. */
export const HABIT_WINDOW = 2_000

/** If at least this share of commits has pull requests, other commits are left out. */
const MIN_PULL_SHARE = 0.2
/** If at least this share of all commits, and of those that people made, ends in `(#12)`, the number is a pull request and not an issue. */
const MIN_BARE_NUMBER_SHARE = 0.5
/** An owner of at least this share of the merged branches belongs to the team. */
const MIN_OWNER_SHARE = 0.2

/**
 * Detects the habit from the newest `HABIT_WINDOW` commits. A title that ends in `(#12)` is a squash merge when GitHub or
 * another person than the author made the commit. Otherwise the number may be an issue's, and counts as a pull request only if at least
 * half of the meaningful commits, and of those that people made, end that way, as they do when a bot merges them.
 */
export function detectMergeHabit(newest: readonly HistoryCommit[]): MergeHabit {
  const telling = newest.filter(commit => !commit.isNoise)
  const byPeople = telling.filter(({ byHost, style }) => !byHost && (style === null || style === 'squash'))
  const bareNumbers = mostlySquashed(telling) && mostlySquashed(byPeople)
  const landed = telling.filter(commit => commit.number !== null && (commit.isCertain || bareNumbers))
  return {
    usesPulls: landed.length > 0 && landed.length >= MIN_PULL_SHARE * telling.length,
    bareNumbers,
    style: countsOf(landed.map(commit => commit.style))[0]?.[0] ?? null,
    owners: new Set(frequentOwners(landed)),
  }
}

const mostlySquashed = (commits: readonly HistoryCommit[]): boolean =>
  commits.filter(({ style }) => style === 'squash').length >= MIN_BARE_NUMBER_SHARE * commits.length

/**
 * The habit of a branch whose own commits name few pull requests, such as one that only merges other branches. `commits` are its newest
 * commits and those of the branches merged into it. A number that could be an issue's does not count.
 */
export function habitOfMergedBranches(own: MergeHabit, commits: readonly HistoryCommit[]): MergeHabit {
  const merged = detectMergeHabit(commits.map(commit => (commit.isCertain ? commit : withoutNumber(commit))))
  return merged.usesPulls ? { ...merged, bareNumbers: false } : own
}

const withoutNumber = (commit: HistoryCommit): HistoryCommit => ({ ...commit, number: null, style: null })

function frequentOwners(landed: readonly HistoryCommit[]): string[] {
  const owners = landed.flatMap(commit => commit.branchOwner ?? [])
  return countsOf(owners).flatMap(([owner, count]) =>
    count >= MIN_OWNER_SHARE * owners.length ? [owner] : [],
  )
}

/** The values with their counts, the most frequent first. */
function countsOf<T>(values: readonly T[]): [T, number][] {
  const counts = new Map<T, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1])
}

/**
 * The pull requests in the history, newest first. A number counts where it landed first; later commits with the same number are
 * cherry-picks or quotes, and where each commit counts, commits like others. From `elsewhere` on, another repository numbered them: the
 * same number is another pull request there.
 */
export function planPulls(
  history: Iterable<HistoryCommit>,
  habit: MergeHabit,
  commitsToo: boolean,
  elsewhere: HistoryCommit | null = null,
): PlannedPull[] {
  const planned: PlannedPull[] = []
  const again = new Set<PlannedPull>()
  const byNumber = new Map<number, PlannedPull>()
  let isOwn = true
  for (const commit of history) {
    if (commit === elsewhere) {
      isOwn = false
      byNumber.clear()
    }
    const number = numberOf(commit, habit)
    if (number === null && (commit.isNoise || !commitsToo)) continue
    const last = planned.at(-1)
    if (last && number !== null && continues(last, commit, number)) {
      last.commits.push(commit)
      continue
    }
    const record = { number: isOwn ? number : null, isPull: number !== null, commits: [commit] }
    planned.push(record)
    if (number === null) continue
    const later = byNumber.get(number)
    if (later && commitsToo && isPersonsCommit(later)) Object.assign(later, { number: null, isPull: false })
    else if (later) again.add(later)
    byNumber.set(number, record)
  }
  return planned.filter(record => !again.has(record))
}

const isPersonsCommit = ({ commits: [commit] }: PlannedPull) => commit?.style === 'squash' && !commit.byHost

const numberOf = (commit: HistoryCommit, habit: MergeHabit) =>
  commit.isCertain || habit.bareNumbers ? commit.number : null

/** How many commits in the range belong to no pull request. With `range.last`, counts back to the oldest planned commit. */
export function countWithoutPull(
  history: readonly HistoryCommit[],
  habit: MergeHabit,
  planned: readonly PlannedPull[],
  range: MergeRange,
): number {
  const oldest = planned.at(-1)?.commits.at(-1)
  const end =
    range.last === undefined || oldest === undefined
      ? history.length
      : history.indexOf(oldest.carried?.by ?? oldest)
  return history
    .slice(0, end)
    .filter(one => !one.isNoise && numberOf(one, habit) === null && isWithin(one, range)).length
}

/** Whether a commit continues the last pull request. Rebased commits of one pull request are adjacent. */
function continues(last: PlannedPull, commit: HistoryCommit, number: number): boolean {
  const next = last.commits.at(-1)
  return (
    last.isPull &&
    next?.number === number &&
    next.firstParent === commit.hash &&
    !next.isMerge &&
    !commit.isMerge
  )
}

export const isWithin = (
  { at, hash }: Pick<HistoryCommit, 'at' | 'hash'>,
  { since = -Infinity, until = Infinity, among }: MergeRange,
): boolean => at >= since && at < until && (among === undefined || among.has(hash))
