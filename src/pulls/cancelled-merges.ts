import type { Instant } from '#platform/clock.ts'
import type { MergedPull } from './pull-request.ts'
import { abbreviated, type RevertTarget, revertTarget } from './reverts.ts'

/** The fields that link reverts to what they undo. */
export interface Revertible {
  number: number | null
  mergeCommit: string | null
  title: string
  baseBranch: string | null
  headBranch?: string | null
  mergedAt: Instant
  reverts: RevertTarget | null
}

export const revertible = (pull: MergedPull): Revertible => ({
  number: pull.number,
  mergeCommit: pull.mergeCommit,
  title: pull.title,
  baseBranch: pull.baseBranch,
  headBranch: pull.headBranch ?? null,
  mergedAt: pull.mergedAt,
  reverts: revertTarget(pull),
})

/** For how long after a merge its title alone identifies it. */
const TITLE_NAMES_MS = 183 * 86_400_000

/**
 * The merges of a repository, in any order, that cancel each other: reverts in force and what they undo. A revert that was itself reverted
 * undoes nothing. A number or hash identifies the target; if neither matches a merge here, the target is the newest earlier merge with that
 * title on the same branch, or else the only such merge of the branch that the revert names. Dates are ignored for numbers and hashes, since a revert may be dated before its target.
 */
export function cancelledMerges<T extends Revertible>(merges: readonly T[]): Set<T> {
  const reverts = revertsByTarget(merges)
  const decided = new Map<T, boolean>()
  const isCancelled = (merge: T): boolean => {
    const known = decided.get(merge)
    if (known !== undefined) return known
    // Breaks the cycle of two merges that claim to revert each other.
    decided.set(merge, false)
    const cancelled = (reverts.get(merge) ?? []).some(revert => !isCancelled(revert))
    decided.set(merge, cancelled)
    return cancelled
  }
  const cancelled = new Set(merges.filter(isCancelled))
  const effectiveReverts = [...cancelled].flatMap(merge => reverts.get(merge) ?? [])
  return cancelled.union(new Set(effectiveReverts))
}

function revertsByTarget<T extends Revertible>(merges: readonly T[]): Map<T, T[]> {
  const byName = Map.groupBy(
    merges.flatMap(merge => namesOf(merge).map(name => ({ name, merge }))),
    ({ name }) => name,
  )
  const named = (name: string): T[] => (byName.get(name) ?? []).map(({ merge }) => merge)
  const byStart = Map.groupBy(merges, ({ title }) => title.slice(0, SHORTEST_CUT))
  const titled = (spelling: string): T[] => {
    const exact = named(titleName(plainTitle(spelling)))
    const alike = exact.length > 0 ? exact : (byStart.get(spelling.slice(0, SHORTEST_CUT)) ?? [])
    return alike.filter(
      ({ title }) =>
        plainTitle(title) === plainTitle(spelling) || isCutOf(title, spelling) || isCutOf(spelling, title),
    )
  }
  const found = new Map<T, T[]>()
  const link = (revert: T, targets: Iterable<T>) => {
    for (const target of targets) found.set(target, [...(found.get(target) ?? []), revert])
  }
  const earlierReverts = (merge: T, { reapplied }: RevertTarget) =>
    reapplied
      .flatMap(named)
      .flatMap(target => found.get(target) ?? [])
      .filter(revert => isEarlier(revert, merge))
  const isAgain = (merge: T) => (merge.reverts?.reapplied.length ?? 0) > 0
  // The target of a "Reapply" is found through its reverts, so reverts are linked first.
  for (const revert of [...merges].sort((one, other) => Number(isAgain(one)) - Number(isAgain(other)))) {
    if (revert.reverts === null) continue
    const undone = earlierReverts(revert, revert.reverts)
    link(revert, targetsOf(revert, revert.reverts, { named, titled }, undone))
  }
  return found
}

function targetsOf<T extends Revertible>(
  revert: T,
  { numbers, commits, titles, branches }: RevertTarget,
  { named, titled }: Record<'named' | 'titled', (name: string) => T[]>,
  undone: readonly T[],
): Set<T> {
  const sure = [...undone, ...[...numbers.map(number => `#${number}`), ...commits].flatMap(named)].filter(
    one => one !== revert,
  )
  if (sure.length > 0) return new Set(sure)
  const isPossible = (merge: T) => isBefore(merge, revert) && isSameBase(merge, revert)
  const newestOf = (spellings: readonly string[]) =>
    spellings
      .flatMap(titled)
      .filter(isPossible)
      .reduce<T[]>(([best], next) => [best === undefined || isBefore(best, next) ? next : best], [])
  const ofTitle = titles.flatMap(newestOf)
  const ofBranch = branches.flatMap(branch => named(branchName(branch))).filter(isPossible)
  return new Set(ofTitle.length === 0 && ofBranch.length === 1 ? ofBranch : ofTitle)
}

const titleName = (title: string): string => `"${title}"`
const branchName = (branch: string): string => `branch ${branch}`

/** A title without the numbers that a host put into the title that it quotes: of `Revert "Add notes (#12)"` a "Reapply" names only the words. */
const plainTitle = (title: string): string =>
  title.replace(/(?<=["“])merged pr \d+: /gi, '').replace(/ ?\((?:pull request )?[#!]\d+\)(?=["”])/g, '')

/** The least characters of a truncated title that identify it. */
const SHORTEST_CUT = 24

/** The start of a truncated title, without the mark; null if the title is not truncated, or if the start is too short to identify it. */
export function startOfCut(title: string): string | null {
  const [, start = ''] = /^(.*?)(?:…|\.{3})$/.exec(title) ?? []
  return start.length < SHORTEST_CUT ? null : start
}

function isCutOf(cut: string, whole: string): boolean {
  const start = startOfCut(cut)
  return start !== null && whole.startsWith(start)
}

/** Whether one merge is earlier than the other. Numbers count up, so they order merges of the same second. */
function isEarlier(one: Revertible, other: Revertible): boolean {
  if (one === other || one.mergedAt > other.mergedAt) return false
  const isSameTime = one.mergedAt === other.mergedAt
  return !isSameTime || one.number === null || other.number === null || one.number < other.number
}

const isBefore = (one: Revertible, other: Revertible): boolean =>
  isEarlier(one, other) && other.mergedAt - one.mergedAt <= TITLE_NAMES_MS

const isSameBase = (one: Revertible, other: Revertible): boolean =>
  one.baseBranch === null || other.baseBranch === null || one.baseBranch === other.baseBranch

/** The references by which a revert may name a merge. */
const namesOf = ({ number, mergeCommit, title, headBranch }: Revertible): string[] => [
  ...(number === null ? [] : [`#${number}`]),
  ...(mergeCommit === null ? [] : [abbreviated(mergeCommit)]),
  titleName(plainTitle(title)),
  ...(headBranch ? [branchName(headBranch)] : []),
]
