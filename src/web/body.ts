import { validator } from 'hono/validator'
import type { z } from 'zod'
import { AppError } from '#platform/errors.ts'

/** The JSON body of a request, checked. `invalid_parameter` names each field that is not as it should be. */
export const body = <T extends z.ZodObject>(shape: T) =>
  validator('json', (given: z.input<T>): z.output<T> => checked(shape, given))

/** The same for what stands behind the question mark. */
export const query = <T extends z.ZodObject>(shape: T) =>
  validator('query', (given: Record<string, string | string[]>): z.output<T> => checked(shape, given))

function checked<T extends z.ZodObject>(shape: T, given: unknown): z.output<T> {
  const read = shape.safeParse(given)
  if (read.success) return read.data
  const parameters = read.error.issues.map(({ path, message }) => ({
    name: path.join('.'),
    got: '',
    accepts: message,
  }))
  const names = parameters.map(({ name }) => name).join(', ')
  throw new AppError('invalid_parameter', `Not as expected: ${names}.`, { parameters })
}
