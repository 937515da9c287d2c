import type { Instant } from '#platform/clock.ts'
import type { MergeRange } from '#pulls/hosts/merge-source.ts'
import type { LandingStyle } from './landing.ts'

/** A commit of the first-parent history, as far as the plan needs it: small, for there may be a million. */
export interface HistoryCommit {
  hash: string
  firstParent: string | null
  isMerge: boolean
  at: Instant
  number: number | null
  style: LandingStyle | null
  isCertain: boolean
  /** Tells nothing by itself: `Merge branch 'main'`. */
  isNoise: boolean
}

/** One record to be made: the commits that make it, newest first; most often one. */
export interface PlannedPull {
  number: number | null
  commits: HistoryCommit[]
}

/** How a repository works, told by its newest commits. */
export interface MergeHabit {
  /** Its work arrives as pull requests; else each commit counts. */
  usesPulls: boolean
  /** `(#12)` at the end of a title is a pull request, also where the committer does not prove it. */
  bareNumbers: boolean
  /** The most frequent way of landing. */
  style: LandingStyle | null
}

/** So many commits show the habit. */
export const HABIT_WINDOW = 2_000

/** From this share on of commits that land pull requests, the others are not worth a record. */
const MIN_PULL_SHARE = 0.2
/** From this share on `(#12)` is how titles end, and not a mention of an issue. */
const MIN_BARE_NUMBER_SHARE = 0.5

/**
 * Reads the habit from the newest `HABIT_WINDOW` commits. A title that ends with `(#12)` was squashed when GitHub itself committed
 * it. Where someone else did, the number may be an issue's: it counts as a pull request where at least half of the commits that
 * tell of anything end so, as they do when a robot lands them, and not where it is a few.
 */
export function detectMergeHabit(newest: readonly HistoryCommit[]): MergeHabit {
  const telling = newest.filter(commit => !commit.isNoise)
  const squashed = telling.filter(commit => commit.style === 'squash')
  const bareNumbers = squashed.length >= MIN_BARE_NUMBER_SHARE * telling.length
  const landed = telling.filter(commit => commit.number !== null && (commit.isCertain || bareNumbers))
  return {
    usesPulls: landed.length > 0 && landed.length >= MIN_PULL_SHARE * telling.length,
    bareNumbers,
    style: mostFrequent(landed.map(commit => commit.style)),
  }
}

function mostFrequent<T>(values: readonly T[]): T | null {
  const counts = new Map<T, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? null
}

/** The records of a scanned history, newest first. Each number once: as it first landed, for what repeats it is a pick or a quote. */
export function planPulls(
  history: Iterable<HistoryCommit>,
  habit: MergeHabit,
  commitsToo: boolean,
): PlannedPull[] {
  const planned: PlannedPull[] = []
  const byNumber = new Map<number, PlannedPull>()
  for (const commit of history) {
    const number = numberOf(commit, habit)
    if (number === null && (commit.isNoise || !commitsToo)) continue
    const last = planned.at(-1)
    if (last && number !== null && continues(last, commit, number)) {
      last.commits.push(commit)
      continue
    }
    const record = { number, commits: [commit] }
    planned.push(record)
    if (number !== null) byNumber.set(number, record)
  }
  return planned.filter(record => record.number === null || byNumber.get(record.number) === record)
}

const numberOf = (commit: HistoryCommit, habit: MergeHabit) =>
  commit.isCertain || habit.bareNumbers ? commit.number : null

/** How many commits of the range, down to the oldest planned one where only the last were wanted, land no pull request. */
export function countWithoutPull(
  history: readonly HistoryCommit[],
  habit: MergeHabit,
  planned: readonly PlannedPull[],
  range: MergeRange,
): number {
  const oldest = planned.at(-1)?.commits.at(-1)
  const end = range.last === undefined || oldest === undefined ? history.length : history.indexOf(oldest)
  return history
    .slice(0, end)
    .filter(one => !one.isNoise && numberOf(one, habit) === null && isWithin(one.at, range)).length
}

/** Commits of one pull request that were put on the branch one by one stand next to each other. */
function continues(last: PlannedPull, commit: HistoryCommit, number: number): boolean {
  const next = last.commits.at(-1)
  return last.number === number && next?.firstParent === commit.hash && !next.isMerge && !commit.isMerge
}

/** Filters by the committer's date, wherever it stands in the history: clocks are not in order. */
export const withinRange = (planned: readonly PlannedPull[], range: MergeRange): PlannedPull[] =>
  planned.filter(record => isWithin(record.commits[0]?.at ?? 0, range)).slice(0, range.last)

const isWithin = (at: Instant, { since = -Infinity, until = Infinity }: MergeRange) =>
  at >= since && at < until
