import { type CarriedCounts, SKIP_REASONS, type SkipReason } from '#pulls/hosts/merge-source.ts'
import { isUnrelated, type Line } from './log/branch-lines.ts'
import type { SideCommit } from './log/side-branches.ts'
import type { HistoryCommit, MergeHabit } from './plan.ts'

/** The pull requests that were merged into other branches and reached the branch that is read when one of those was merged. */
export interface CarriedPulls {
  /** The carried commits, newest first, by the hash of the commit that carried them. */
  byCarrier: ReadonlyMap<string, readonly HistoryCommit[]>
  /** The numbers of carried pull requests, by the hash of each one's own commit. */
  numbers: ReadonlyMap<string, number>
  /** Merges that name a pull request but are not read as one. */
  skipped: readonly { commit: HistoryCommit; reason: SkipReason }[]
}

/**
 * Selects the merged pull requests among the commits of side branches, which come in topological order, newest first. `branch` is the
 * name of the branch that is read.
 */
export function carriedPulls(
  sides: readonly SideCommit[],
  habit: MergeHabit,
  branch: string | null,
): CarriedPulls {
  const byCarrier = new Map<string, HistoryCommit[]>()
  const numbers = new Map<string, number>()
  const skipped = new Map<HistoryCommit, SkipReason>()
  const targets = targetBranches(sides, branch)
  const known = { habit, skipped, targets, ownNumbers: pullsWithOwnNumbers(sides) }
  for (const side of sides) {
    const { commit } = side
    const enclosing = enclosingMerges(side.line)
    const carrier = enclosing.at(-1)
    if (commit.number === null || carrier === undefined) continue
    // A commit with the number of the pull request that encloses it is part of that pull request.
    if (enclosing.some(({ number }) => number === commit.number)) continue
    const reason = reasonAgainst(side, enclosing, known)
    if (reason !== null) skipped.set(commit, reason)
    else {
      const carried = { by: carrier, into: enclosing[0]?.branch ?? null }
      const others = byCarrier.get(carrier.hash)
      if (others) others.push({ ...commit, carried })
      else byCarrier.set(carrier.hash, [{ ...commit, carried }])
      numbers.set(commit.hash, commit.number)
    }
  }
  for (const carried of byCarrier.values()) carried.sort((a, b) => b.at - a.at)
  return { byCarrier, numbers, skipped: [...skipped].map(([commit, reason]) => ({ commit, reason })) }
}

/** The facts that the decision about a merge uses. */
interface Known {
  habit: MergeHabit
  /** The merges that were skipped so far. Outer ones come before inner ones. */
  skipped: ReadonlyMap<HistoryCommit, SkipReason>
  /** The names of branches that pull requests are merged into. */
  targets: ReadonlySet<string>
  ownNumbers: ReadonlySet<HistoryCommit>
}

const targetBranches = (sides: readonly SideCommit[], branch: string | null): Set<string> =>
  new Set(['main', 'master', branch ?? [], ...sides.map(({ line }) => line.merge?.branch ?? [])].flat())

const pullOf = (merges: readonly HistoryCommit[]): HistoryCommit | undefined =>
  merges.find(({ number }) => number !== null)

/** The merges that brought in the line, from its own up to that on the branch that is read. */
function enclosingMerges(line: Line<HistoryCommit>): HistoryCommit[] {
  const merges: HistoryCommit[] = []
  for (let next: Line<HistoryCommit> | null = line; next?.merge; next = next.outer) merges.push(next.merge)
  return merges
}

function reasonAgainst(
  { commit, line, brought }: SideCommit,
  enclosing: readonly HistoryCommit[],
  known: Known,
): SkipReason | null {
  // A topic branch may have been merged another way before. A branch that pull requests are merged into only updates another one.
  const isKnown = commit.isMerge && brought.every(({ length }) => length === 0)
  if (isKnown && (commit.branch === null || known.targets.has(commit.branch))) return 'nothing-new'
  const pull = pullOf(enclosing)
  const inherited = pull && known.skipped.get(pull)
  if (inherited !== undefined) return inherited
  if (pull && isCountedByFork(commit, pull, known)) return 'fork'
  return isUnrelated(line) ? 'other-history' : null
}

/**
 * Whether a merge in a pull request's branch was made in a fork, which numbers its pull requests from 1. If
 * the messages do not name the projects, a number far below that of the pull request itself is a sign of it,
 * unless the branch is the team's own. The owner of a squash is unknown: there all numbers must be that low.
 */
function isCountedByFork(commit: HistoryCommit, pull: HistoryCommit, known: Known): boolean {
  if (commit.project !== null && pull.project !== null) return commit.project !== pull.project
  if (!isFarBelow(commit, pull)) return false
  if (pull.branchOwner !== null) return !known.habit.owners.has(pull.branchOwner)
  return pull.style === 'squash' && !known.ownNumbers.has(pull)
}

const isFarBelow = (commit: HistoryCommit, pull: HistoryCommit): boolean =>
  (commit.number ?? 0) < (pull.number ?? 0) / 2

/** The pull requests whose branches merged a number that is not far below their own number. */
const pullsWithOwnNumbers = (sides: readonly SideCommit[]): Set<HistoryCommit> =>
  new Set(
    sides.flatMap(({ commit, line }) => {
      const pull = pullOf(enclosingMerges(line))
      return pull && commit.number !== pull.number && !isFarBelow(commit, pull) ? pull : []
    }),
  )

/** The history with each commit's carried pull requests after it. */
export function* withCarried(
  history: Iterable<HistoryCommit>,
  { byCarrier }: CarriedPulls,
): Generator<HistoryCommit> {
  for (const commit of history) {
    yield commit
    yield* byCarrier.get(commit.hash) ?? []
  }
}

const REASONS: Record<SkipReason, (count: number) => string> = {
  'nothing-new': count => `${count} only ${count === 1 ? 'merges' : 'merge'} what was there already`,
  fork: count => `${count} ${count === 1 ? 'is' : 'are'} numbered by a fork`,
  'other-history': count => `${count} ${count === 1 ? 'belongs' : 'belong'} to another repository’s history`,
}

/** The sentences that tell people about carried pull requests. */
export function carriedNotes({ reached, skipped }: CarriedCounts): string[] {
  const reasons = SKIP_REASONS.filter(reason => skipped[reason] > 0)
  const left = reasons.reduce((sum, reason) => sum + skipped[reason], 0)
  const why = reasons.map(reason => REASONS[reason](skipped[reason])).join(', ')
  return [
    ...(reached === 1
      ? ['One pull request was merged into another branch first and came with its merge.']
      : []),
    ...(reached > 1
      ? [`${reached} pull requests were merged into other branches first and came with the merges of those.`]
      : []),
    ...(left > 0
      ? [`Of the merges on other branches, ${left === 1 ? 'one is' : `${left} are`} left out: ${why}.`]
      : []),
  ]
}
