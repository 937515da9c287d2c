import type { ChangedFile } from '#pulls/pull-request.ts'

/** A file as GitLab's list of differences has it, which counts no lines. */
export interface ListedDiff {
  new_path: string
  new_file: boolean
  renamed_file: boolean
  deleted_file: boolean
  /** The hunks, without a header; empty where they are too large to be shown. */
  diff: string
}

export function changedFileOf(listed: ListedDiff): ChangedFile {
  const { additions, deletions } = countLines(listed.diff)
  return { path: listed.new_path, additions, deletions, status: statusOf(listed) }
}

const statusOf = ({ new_file, deleted_file, renamed_file }: ListedDiff): ChangedFile['status'] =>
  new_file ? 'added' : deleted_file ? 'removed' : renamed_file ? 'renamed' : 'modified'

/** Within a hunk each line begins with what happened to it, so that a line of `++` or `--` is told from a header. */
function countLines(diff: string): { additions: number; deletions: number } {
  let [additions, deletions] = [0, 0]
  for (let start = 0; start < diff.length; ) {
    const first = diff[start]
    if (first === '+') additions++
    else if (first === '-') deletions++
    const end = diff.indexOf('\n', start)
    start = end === -1 ? diff.length : end + 1
  }
  return { additions, deletions }
}
