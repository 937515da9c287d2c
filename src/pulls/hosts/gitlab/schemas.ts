import { z } from 'zod'
import { timestamp } from '#pulls/hosts/shared-schemas.ts'
import type { ChangedFile } from '#pulls/pull-request.ts'

export const projectSchema = z.object({
  id: z.int(),
  path_with_namespace: z.string(),
  web_url: z.string(),
  visibility: z.string().optional(),
  default_branch: z.string().nullish(),
  description: z.string().nullish(),
})

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

export type MergeRequest = z.infer<typeof mergeRequestSchema>

export const diffsSchema = z.array(
  z.object({
    new_path: z.string(),
    new_file: z.boolean(),
    renamed_file: z.boolean(),
    deleted_file: z.boolean(),
    diff: z.string(),
  }),
)

export const userSchema = z.object({ id: z.int() })

export const notesSchema = z.array(
  z.object({ id: z.int(), body: z.string(), system: z.boolean(), author: userSchema }),
)

export const issueSchema = z.object({ title: z.string(), confidential: z.boolean() })

export const commitsSchema = z.array(z.object({ message: z.string() }))

export const releasesSchema = z.array(
  z.object({
    tag_name: z.string(),
    name: z.string().nullish(),
    description: z.string().nullish(),
    released_at: timestamp,
    upcoming_release: z.boolean().optional(),
    _links: z.object({ self: z.string().optional() }).optional(),
    commit: z.object({ id: z.string() }).nullish(),
  }),
)

export const tagsSchema = z.array(
  z.object({ name: z.string(), commit: z.object({ id: z.string(), committed_date: timestamp }) }),
)

export const mergeBaseSchema = z.object({ id: z.string().optional() })

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
