import type { MergedPull } from './pull-request.ts'

/** What a revert says it takes back: a pull request of the same repository by number, or a commit by its hash, cut to seven digits. */
export interface RevertTarget {
  number: number | null
  commit: string | null
}

const REVERT_TITLE = /^revert(?:s|ed)?\b|^\w+(?:\([^)]*\))?!?: revert(?:s|ed)?\b/i
const QUOTED_NUMBER = /^[^"“]*["“].*\(#(\d{1,9})\)["”]/
const REVERTS_NUMBER = /\bReverts (?:([\w.-]+\/[\w./-]+))?[#!](\d{1,9})\b/i
const REVERTS_URL =
  /\bReverts https?:\/\/[^\s/]+\/([\w./-]+?)\/(?:-\/)?(?:pulls?|merge_requests)\/(\d{1,9})\b/i
const REVERTS_COMMIT = /\bThis reverts (?:commit|merge request \S+ \(commit) ([0-9a-f]{7,40})\b/i

/** Reads what the pull request reverts, as code hosts and git write it; null when it is no revert or does not say of what. */
export function revertTarget(pull: Pick<MergedPull, 'repo' | 'title' | 'body'>): RevertTarget | null {
  const number = revertedNumber(pull)
  const commit = REVERTS_COMMIT.exec(pull.body)?.[1]

  return number === null && !commit
    ? null
    : { number, commit: commit ? abbreviated(commit.toLowerCase()) : null }
}

function revertedNumber({ repo, title, body }: Pick<MergedPull, 'repo' | 'title' | 'body'>): number | null {
  const named = REVERTS_NUMBER.exec(body) ?? REVERTS_URL.exec(body)
  if (named && (named[1] === undefined || named[1].toLowerCase() === repo.toLowerCase()))
    return Number(named[2])
  const quoted = REVERT_TITLE.test(title) ? QUOTED_NUMBER.exec(title) : null
  return quoted ? Number(quoted[1]) : null
}

/** How a revert and what it may take back are known to each other inside one repository. */
export interface Revertible {
  number: number | null
  mergeCommit: string | null
  reverts: RevertTarget | null
}

/**
 * Of a repository's merges, in any order, those that cancel each other: each revert in force and what it took back. A revert
 * that was itself reverted takes nothing back. Dates play no part, for a revert may bear an older one than what it reverts.
 */
export function cancelledBy<T extends Revertible>(merges: readonly T[]): Set<T> {
  const reverts = revertsByTarget(merges)
  const decided = new Map<T, boolean>()
  const isCancelled = (merge: T): boolean => {
    const known = decided.get(merge)
    if (known !== undefined) return known
    // For two that claim to revert each other.
    decided.set(merge, false)
    const cancelled = namesOf(merge).some(name => reverts.get(name)?.some(revert => !isCancelled(revert)))
    decided.set(merge, cancelled)
    return cancelled
  }
  const cancelled = new Set(merges.filter(isCancelled))
  const takenBack = [...cancelled].flatMap(namesOf).flatMap(name => reverts.get(name) ?? [])
  return cancelled.union(new Set(takenBack))
}

function revertsByTarget<T extends Revertible>(merges: readonly T[]): Map<string, T[]> {
  const byTarget = new Map<string, T[]>()
  for (const merge of merges) {
    if (merge.reverts === null) continue
    const { number, commit: mergeCommit } = merge.reverts
    for (const name of namesOf({ number, mergeCommit }))
      byTarget.set(name, [...(byTarget.get(name) ?? []), merge])
  }
  return byTarget
}

/** What a revert may call it by. */
const namesOf = ({ number, mergeCommit }: Pick<Revertible, 'number' | 'mergeCommit'>): string[] => [
  ...(number === null ? [] : [`#${number}`]),
  ...(mergeCommit === null ? [] : [abbreviated(mergeCommit)]),
]

/** Seven digits, as short as git writes them, are enough to tell the commits of one repository's reverts apart. */
const abbreviated = (commit: string): string => commit.slice(0, 7)
