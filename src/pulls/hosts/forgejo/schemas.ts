import { z } from 'zod'
import { pullRequestSchema, timestamp } from '#pulls/hosts/shared-schemas.ts'

export const repositorySchema = z.object({
  id: z.int(),
  full_name: z.string(),
  html_url: z.string(),
  private: z.boolean(),
  empty: z.boolean().optional(),
  default_branch: z.string(),
  description: z.string().nullish(),
})

export const pullSchema = pullRequestSchema.extend({ updated_at: timestamp })

export const proposedPullSchema = pullSchema.extend({
  state: z.string(),
  draft: z.boolean().optional(),
  is_locked: z.boolean().optional(),
  head: z.object({ sha: z.string() }),
})

export const userSchema = z.object({ id: z.int() })

export const issueCommentsSchema = z.array(
  z.object({ id: z.int(), body: z.string(), user: userSchema.nullable() }),
)

export const filesSchema = z.array(
  z.object({ filename: z.string(), status: z.string(), additions: z.int(), deletions: z.int() }),
)

/** Pull requests are issues too. */
export const issueSchema = z.object({ title: z.string(), pull_request: z.unknown() })

export const commitsSchema = z.array(z.object({ commit: z.object({ message: z.string() }) }))

export const releasesSchema = z.array(
  z.object({
    tag_name: z.string(),
    name: z.string().nullish(),
    body: z.string().nullish(),
    html_url: z.string().optional(),
    published_at: timestamp,
    draft: z.boolean(),
    prerelease: z.boolean().optional(),
  }),
)

const tag = z.object({ name: z.string(), commit: z.object({ sha: z.string(), created: timestamp }) })

export const tagSchema = tag
export const tagsSchema = z.array(tag)

export const comparisonSchema = z.object({ total_commits: z.int() })
