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
 * Of a repository's merges, newest first, those that cancel each other: each revert in force and what it took back. A revert
 * that was itself reverted takes nothing back.
 */
export function cancelledBy<T extends Revertible>(newestFirst: Iterable<T>): Set<T> {
  const tracker = trackReverts<T>()
  const cancelled = new Set<T>()
  for (const merge of newestFirst) {
    const by = tracker.cancels(merge)
    if (by) cancelled.add(by).add(merge)
  }
  return cancelled
}

/** The same for a stream: tell it each merge, newest first; it gives the revert that cancels it, or null. */
export function trackReverts<T extends Revertible>(): { cancels(merge: T): T | null } {
  const waiting = new Map<string, T>()
  const take = (key: string): T | null => {
    const revert = waiting.get(key)
    waiting.delete(key)
    return revert ?? null
  }
  return {
    cancels(merge) {
      const by =
        (merge.number && take(`#${merge.number}`)) ||
        (merge.mergeCommit && take(abbreviated(merge.mergeCommit)))
      if (by) return by
      if (merge.reverts?.number) waiting.set(`#${merge.reverts.number}`, merge)
      if (merge.reverts?.commit) waiting.set(merge.reverts.commit, merge)
      return null
    },
  }
}

/** Seven digits, as short as git writes them, are enough to tell the commits of one repository's reverts apart. */
const abbreviated = (commit: string): string => commit.slice(0, 7)
