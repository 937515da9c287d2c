import { z } from 'zod'
import { timestamp } from '#pulls/hosts/shared-schemas.ts'
import type { ChangedFile } from '#pulls/pull-request.ts'

export const mergeRequestSchema = z.object({
  iid: z.int().min(1),
  title: z.string(),
  description: z.string().nullish(),
  state: z.string(),
  author: z.object({ username: z.string() }).nullish(),
  labels: z.array(z.string()),
  target_branch: z.string(),
  source_branch: z.string().nullish(),
  source_project_id: z.int().nullish(),
  target_project_id: z.int().nullish(),
  merge_commit_sha: z.string().nullish(),
  squash_commit_sha: z.string().nullish(),
  sha: z.string().nullish(),
  draft: z.boolean().optional(),
  discussion_locked: z.boolean().nullish(),
  merged_at: timestamp.nullish(),
  updated_at: timestamp,
  web_url: z.string(),
})

export const userSchema = z.object({ id: z.int() })

/** An entry of GitLab's list of diffs, which has no line counts. */
interface ListedDiff {
  new_path: string
  new_file: boolean
  renamed_file: boolean
  deleted_file: boolean
  /** The hunks without a file header; empty when the diff is too large to show. */
  diff: string
}

export function changedFileOf(listed: ListedDiff): ChangedFile {
  const { additions, deletions } = countLines(listed.diff)
  return { path: listed.new_path, additions, deletions, status: statusOf(listed) }
}

const statusOf = ({ new_file, deleted_file, renamed_file }: ListedDiff): ChangedFile['status'] =>
  new_file ? 'added' : deleted_file ? 'removed' : renamed_file ? 'renamed' : 'modified'

/**
 * Counts the added and removed lines. The diff has hunks only, so a line that begins with `+++` or `---` is content and not a file
 * header.
 */
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
