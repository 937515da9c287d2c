import type { MergedPull } from './pull-request.ts'

/** What a revert undoes: a pull request of the same repository by number, or a commit by the first seven digits of its hash. */
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

/**
 * The target of a revert, as code hosts and git write it; null when the pull request is not a revert or does not name its target.
 */
export function revertTarget({
  repo,
  title,
  body,
}: Pick<MergedPull, 'repo' | 'title' | 'body'>): RevertTarget | null {
  const isTitled = REVERT_TITLE.test(title)
  const text = isTitled ? body : withoutCommits(body)
  const number = numberIn(text, repo) ?? (isTitled ? numberOf(QUOTED_NUMBER.exec(title)?.[1]) : null)
  const commit = REVERTS_COMMIT.exec(text)?.[1]
  return number === null && !commit
    ? null
    : { number, commit: commit ? abbreviated(commit.toLowerCase()) : null }
}

function numberIn(text: string, repo: string): number | null {
  const [, named, number] = REVERTS_NUMBER.exec(text) ?? REVERTS_URL.exec(text) ?? []
  return named === undefined || named.toLowerCase() === repo.toLowerCase() ? numberOf(number) : null
}

const numberOf = (digits: string | undefined): number | null => (digits === undefined ? null : Number(digits))

/**
 * Removes the commit messages from a description: in squash merges below `* subject`, in git logs indented. One of them may be a
 * revert although the pull request is not.
 */
function withoutCommits(body: string): string {
  const lines = body.split('\n')
  const isEmpty = (at: number) => (lines[at] ?? '').trim() === ''
  const subjects = lines.flatMap((line, at) =>
    line.startsWith('* ') && isEmpty(at - 1) && isEmpty(at + 1) ? [{ at, subject: line.slice(2) }] : [],
  )
  const isList = subjects.length > 1 || subjects.some(({ subject }) => REVERT_TITLE.test(subject))
  const own = isList ? lines.slice(0, subjects[0]?.at) : lines
  return own.filter(line => !/^(?: {4}|\t)/.test(line)).join('\n')
}

/** The fields that link reverts to what they undo. */
export interface Revertible {
  number: number | null
  mergeCommit: string | null
  reverts: RevertTarget | null
}

/**
 * The merges of a repository, in any order, that cancel each other: reverts in force and what they undo. A revert that was itself
 * reverted undoes nothing. Dates are ignored, since a revert may be dated before its target.
 */
export function cancelledMerges<T extends Revertible>(merges: readonly T[]): Set<T> {
  const reverts = revertsByTarget(merges)
  const decided = new Map<T, boolean>()
  const isCancelled = (merge: T): boolean => {
    const known = decided.get(merge)
    if (known !== undefined) return known
    // Breaks the cycle of two that claim to revert each other.
    decided.set(merge, false)
    const cancelled = referencesTo(merge).some(name =>
      reverts.get(name)?.some(revert => !isCancelled(revert)),
    )
    decided.set(merge, cancelled)
    return cancelled
  }
  const cancelled = new Set(merges.filter(isCancelled))
  const effectiveReverts = [...cancelled].flatMap(referencesTo).flatMap(name => reverts.get(name) ?? [])
  return cancelled.union(new Set(effectiveReverts))
}

function revertsByTarget<T extends Revertible>(merges: readonly T[]): Map<string, T[]> {
  const byTarget = new Map<string, T[]>()
  for (const merge of merges) {
    if (merge.reverts === null) continue
    const { number, commit: mergeCommit } = merge.reverts
    for (const name of referencesTo({ number, mergeCommit }))
      byTarget.set(name, [...(byTarget.get(name) ?? []), merge])
  }
  return byTarget
}

/** The references by which a revert may name a merge. */
const referencesTo = ({ number, mergeCommit }: Pick<Revertible, 'number' | 'mergeCommit'>): string[] => [
  ...(number === null ? [] : [`#${number}`]),
  ...(mergeCommit === null ? [] : [abbreviated(mergeCommit)]),
]

/** Git's short form, unique enough among the reverts of one repository. */
const abbreviated = (commit: string): string => commit.slice(0, 7)
