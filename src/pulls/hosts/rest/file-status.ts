import type { FileStatus } from '#pulls/pull-request.ts'

/** The hosts' words for what happened to a file; one that is not known counts as a change. */
const STATUSES: Record<string, FileStatus> = {
  added: 'added',
  copied: 'added',
  removed: 'removed',
  deleted: 'removed',
  renamed: 'renamed',
}

export const fileStatusOf = (word: string): FileStatus => STATUSES[word.toLowerCase()] ?? 'modified'
