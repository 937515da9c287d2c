import { z } from 'zod'
import { AppError } from '#platform/errors.ts'
import { clip, safeLine } from '#platform/text.ts'
import { optional } from '#pulls/hosts/shared-schemas.ts'
import type { EventRepository } from './provider.ts'

/** A provider's delivery id if it is fit for a key: at most 200 visible ASCII characters. Otherwise null. */
export const parseDeliveryId = (text: string | undefined): string | null =>
  text !== undefined && /^[\x21-\x7e]{1,200}$/.test(text) ? text : null

/** Validates a payload. Throws `invalid_parameter`, which names the invalid fields but not their values. */
export function parsePayload<T>(schema: z.ZodType<T>, payload: unknown): T {
  const result = schema.safeParse(payload)
  if (result.success) return result.data
  const fields = result.error.issues
    .slice(0, 3)
    .map(({ path }) => path.slice(0, 5).join('.') || 'the payload')
  throw new AppError('invalid_parameter', `Not what the provider documents: ${fields.join(', ')}.`)
}

const actionShape = z.object({ action: z.string() })

/** The payload's `action`; empty if it has none. */
export const actionOf = (payload: unknown): string => actionShape.safeParse(payload).data?.action ?? ''

const MAX_NAME_LENGTH = 500

/** A repository in payloads of GitHub, Forgejo and Gitea. */
export const repositoryShape = z.object({
  id: z.int(),
  full_name: z.string().regex(/^[^\s/]+\/[^\s/]+$/),
  default_branch: optional(z.string()),
})

export const parseRepository = (repository: z.infer<typeof repositoryShape>): EventRepository => ({
  name: clip(safeLine(repository.full_name), MAX_NAME_LENGTH),
  id: String(repository.id),
  ...(repository.default_branch && { defaultBranch: repository.default_branch }),
})

/** The host of a pull request's page; empty if its address is invalid. */
export const hostOf = ({ html_url }: { html_url: string }): string => URL.parse(html_url)?.host ?? ''
