import { z } from 'zod'
import { AppError } from '#platform/errors.ts'
import { clip, safeLine } from '#platform/text.ts'
import type { EventRepository } from './provider.ts'

/** An id that a provider gives a delivery: short and plain, for it becomes a key. */
export const parseDeliveryId = (text: string | undefined): string | null =>
  text !== undefined && /^[\x21-\x7e]{1,200}$/.test(text) ? text : null

/** Reads a payload. `invalid_parameter` that names the fields at fault, and none of what is in them. */
export function parsePayload<T>(schema: z.ZodType<T>, payload: unknown): T {
  const read = schema.safeParse(payload)
  if (read.success) return read.data
  const faults = read.error.issues.slice(0, 3).map(({ path }) => path.slice(0, 5).join('.') || 'the payload')
  throw new AppError('invalid_parameter', `Not what the provider documents: ${faults.join(', ')}.`)
}

const named = z.object({ action: z.string() })

/** What a payload calls its action; empty where it has none. */
export function actionOf(payload: unknown): string {
  const read = named.safeParse(payload)
  return read.success ? read.data.action : ''
}

const NAME_KEPT = 500

/** A repository as GitHub, Forgejo and Gitea write it in their payloads. */
export const repositoryShape = z.object({ id: z.int(), full_name: z.string().regex(/^[^\s/]+\/[^\s/]+$/) })

export const parseRepository = ({ id, full_name }: z.infer<typeof repositoryShape>): EventRepository => ({
  name: clip(safeLine(full_name), NAME_KEPT),
  id: String(id),
})

/** The host that the pull request's page is on; empty where its address is none. */
export const hostOf = ({ html_url }: { html_url: string }): string => URL.parse(html_url)?.host ?? ''
