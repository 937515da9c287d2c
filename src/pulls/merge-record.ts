import { broughtBy } from './carrier.ts'
import type { MergedPull } from './pull-request.ts'
import { linkedIssues, MAX_LINKED_ISSUES } from './pull-request.ts'

/**
 * Merges incoming data into the stored record. Title, body and labels come from the newer of the two, by the host's time. Other
 * fields keep their stored value and are filled in where unknown, so an event without files or a source without labels removes
 * nothing.
 */
export function mergeRecord(stored: MergedPull, incoming: MergedPull): MergedPull {
  const isLate = stored.changedAt !== undefined && (incoming.changedAt ?? 0) < stored.changedAt
  const text = isLate ? stored : incoming
  const headBranch = stored.headBranch ?? incoming.headBranch
  const authoredAt = stored.authoredAt ?? incoming.authoredAt
  const gainsNumber = stored.number === null && incoming.number !== null
  const merged = {
    ...stored,
    number: stored.number ?? incoming.number,
    title: text.title,
    body: text.body,
    labels: text.labels,
    author: stored.author ?? incoming.author,
    authorIsBot: (stored.author === null ? incoming : stored).authorIsBot,
    baseBranch: stored.baseBranch ?? incoming.baseBranch,
    ...(headBranch !== undefined && { headBranch }),
    ...(authoredAt !== undefined && { authoredAt }),
    mergeCommit: stored.mergeCommit ?? incoming.mergeCommit,
    url: gainsNumber ? (incoming.url ?? stored.url) : (stored.url ?? incoming.url),
    ...(text.changedAt !== undefined && { changedAt: text.changedAt }),
    ...changesOf(stored, incoming, isLate),
  }
  return { ...merged, linkedIssues: issuesOf(stored, incoming, merged) }
}

/** The files of a merge do not change, but a host may withhold some on the first request. What the merge carries may become known later. */
function changesOf(stored: MergedPull, incoming: MergedPull, isLate: boolean) {
  const listsMore = incoming.files.length > stored.files.length && (stored.files.length === 0 || !isLate)
  const { files, filesChanged, additions, deletions } = listsMore ? incoming : stored
  const fuller = <T>(known: readonly T[], received: readonly T[]): T[] => [
    ...(received.length > 0 && (listsMore || known.length === 0) ? received : known),
  ]
  const carriesMore = broughtBy(incoming).others > broughtBy(stored).others
  return {
    files,
    filesChanged,
    additions,
    deletions,
    commits: carriesMore ? incoming.commits : fuller(stored.commits, incoming.commits),
    fragments: fuller(stored.fragments, incoming.fragments),
  }
}

/** Removes issues that only the former text references. Keeps issues that the host linked. */
function issuesOf(stored: MergedPull, incoming: MergedPull, merged: MergedPull): string[] {
  const linked = merged.body === incoming.body ? incoming.linkedIssues : []
  const isSameText = merged.title === stored.title && merged.body === stored.body
  const named = isSameText ? [] : namedIn(merged)
  const former = new Set(isSameText ? [] : namedIn(stored))
  const kept = stored.linkedIssues.filter(issue => named.includes(issue) || !former.has(issue))
  return [...new Set([...kept, ...named, ...linked])].slice(0, MAX_LINKED_ISSUES)
}

const namedIn = ({ repo, number, title, body }: MergedPull): string[] =>
  linkedIssues(`${title}\n${body}`, repo).filter(issue => issue !== `#${number}`)
