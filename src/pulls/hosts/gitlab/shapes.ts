import { z } from 'zod'
import { moment } from '#pulls/hosts/shapes/instant.ts'

export const projectShape = z.object({
  id: z.int(),
  path_with_namespace: z.string(),
  web_url: z.string(),
  visibility: z.string().optional(),
  default_branch: z.string().nullish(),
})

export const mergeRequest = z.object({
  iid: z.int().min(1),
  title: z.string(),
  description: z.string().nullish(),
  state: z.string(),
  author: z.object({ username: z.string() }).nullish(),
  labels: z.array(z.string()),
  target_branch: z.string(),
  merge_commit_sha: z.string().nullish(),
  squash_commit_sha: z.string().nullish(),
  sha: z.string().nullish(),
  merged_at: moment.nullish(),
  updated_at: moment,
  web_url: z.string(),
})

export type MergeRequest = z.infer<typeof mergeRequest>

export const diffs = z.array(
  z.object({
    new_path: z.string(),
    new_file: z.boolean(),
    renamed_file: z.boolean(),
    deleted_file: z.boolean(),
    diff: z.string(),
  }),
)

export const commits = z.array(z.object({ message: z.string() }))

export const releases = z.array(
  z.object({
    tag_name: z.string(),
    name: z.string().nullish(),
    description: z.string().nullish(),
    released_at: moment,
    upcoming_release: z.boolean().optional(),
    _links: z.object({ self: z.string().optional() }).optional(),
    commit: z.object({ id: z.string() }).nullish(),
  }),
)

export const tags = z.array(
  z.object({ name: z.string(), commit: z.object({ id: z.string(), committed_date: moment }) }),
)

export const mergeBase = z.object({ id: z.string().optional() })
