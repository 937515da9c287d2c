import type { z } from 'zod'
import { AppError } from '#kit/app-error.ts'

/** The payload in the shape that its provider documents. `invalid_parameter`, naming the places and never what stands there. */
export function documented<T extends z.ZodType>(shape: T, payload: unknown, provider: string): z.infer<T> {
  const { data, error } = shape.safeParse(payload)
  if (data !== undefined) return data
  const places = (error?.issues ?? []).slice(0, 3).map(({ path }) => path.join('.') || 'the whole')
  throw new AppError(
    'invalid_parameter',
    `The payload is not what ${provider} documents: see ${places.join(', ')}.`,
  )
}
