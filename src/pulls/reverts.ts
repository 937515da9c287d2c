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
 * A description without the messages of single commits: those of a squash stand below `* subject`, those of a log are indented. One of
 * them may be a revert when the whole is not.
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
export function cancelledMerges<T extends Revertible>(merges: readonly T[]): Set<T> {
  const reverts = revertsByTarget(merges)
  const decided = new Map<T, boolean>()
  const isCancelled = (merge: T): boolean => {
    const known = decided.get(merge)
    if (known !== undefined) return known
    // For two that claim to revert each other.
    decided.set(merge, false)
    const cancelled = referencesTo(merge).some(name =>
      reverts.get(name)?.some(revert => !isCancelled(revert)),
    )
    decided.set(merge, cancelled)
    return cancelled
  }
  const cancelled = new Set(merges.filter(isCancelled))
  const takenBack = [...cancelled].flatMap(referencesTo).flatMap(name => reverts.get(name) ?? [])
  return cancelled.union(new Set(takenBack))
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

/** What a revert may call it by. */
const referencesTo = ({ number, mergeCommit }: Pick<Revertible, 'number' | 'mergeCommit'>): string[] => [
  ...(number === null ? [] : [`#${number}`]),
  ...(mergeCommit === null ? [] : [abbreviated(mergeCommit)]),
]

/** Seven digits, as short as git writes them, are enough to tell the commits of one repository's reverts apart. */
const abbreviated = (commit: string): string => commit.slice(0, 7)
