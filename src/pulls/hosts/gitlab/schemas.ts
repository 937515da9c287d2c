import { z } from 'zod'
import { optionalTime, timestamp } from '#pulls/hosts/shared-schemas.ts'

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
  merged_at: optionalTime,
  updated_at: timestamp,
  web_url: z.string(),
})
