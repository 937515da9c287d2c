import type { MergedPull } from './pull-request.ts'
import { linkedIssues, MAX_LINKED_ISSUES } from './pull-request.ts'

/**
 * The stored record with what arrived: title, body and labels follow the newer of the two, by the host's time; the rest stays, and is
 * filled in where it was unknown. An event that names no files, or a source that knows no labels, takes nothing away.
 */
export function mergeRecord(before: MergedPull, arrived: MergedPull): MergedPull {
  const isLate = before.changedAt !== undefined && (arrived.changedAt ?? 0) < before.changedAt
  const text = isLate ? before : arrived
  const merged = {
    ...before,
    title: text.title,
    body: text.body,
    labels: text.labels,
    author: before.author ?? arrived.author,
    authorIsBot: (before.author === null ? arrived : before).authorIsBot,
    baseBranch: before.baseBranch ?? arrived.baseBranch,
    mergeCommit: before.mergeCommit ?? arrived.mergeCommit,
    url: before.url ?? arrived.url,
    ...(text.changedAt !== undefined && { changedAt: text.changedAt }),
    ...changesOf(before, arrived, isLate),
  }
  return { ...merged, linkedIssues: issuesOf(before, arrived, merged) }
}

/** A merge's files stay the same, but a host may have withheld some when it was first asked. */
function changesOf(before: MergedPull, arrived: MergedPull, isLate: boolean) {
  const listsMore = arrived.files.length > before.files.length && (before.files.length === 0 || !isLate)
  const { files, filesChanged, additions, deletions } = listsMore ? arrived : before
  const fuller = <T>(known: readonly T[], told: readonly T[]): T[] => [
    ...(told.length > 0 && (listsMore || known.length === 0) ? told : known),
  ]
  return {
    files,
    filesChanged,
    additions,
    deletions,
    commits: fuller(before.commits, arrived.commits),
    fragments: fuller(before.fragments, arrived.fragments),
  }
}

/** Issues that only the former text names go; those that a host linked beside the text stay. */
function issuesOf(before: MergedPull, arrived: MergedPull, merged: MergedPull): string[] {
  const linked = merged.body === arrived.body ? arrived.linkedIssues : []
  const isSameText = merged.title === before.title && merged.body === before.body
  const named = isSameText ? [] : namedIn(merged)
  const former = new Set(isSameText ? [] : namedIn(before))
  const kept = before.linkedIssues.filter(issue => named.includes(issue) || !former.has(issue))
  return [...new Set([...kept, ...named, ...linked])].slice(0, MAX_LINKED_ISSUES)
}

const namedIn = ({ repo, number, title, body }: MergedPull): string[] =>
  linkedIssues(`${title}\n${body}`, repo).filter(issue => issue !== `#${number}`)
