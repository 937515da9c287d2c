import { z } from 'zod'
import { pullRequestSchema, timestamp } from '#pulls/hosts/shared-schemas.ts'

export const pullSchema = pullRequestSchema.extend({ updated_at: timestamp })

export const userSchema = z.object({ id: z.int() })

const tag = z.object({ name: z.string(), commit: z.object({ sha: z.string(), created: timestamp }) })

export const tagSchema = tag
export const tagsSchema = z.array(tag)
