import { z } from 'zod'
import { AppError } from '#platform/errors.ts'

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
