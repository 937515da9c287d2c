import { z } from 'zod'
import { AppError } from '#platform/errors.ts'

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
