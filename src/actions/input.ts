import { z } from 'zod'
import { parseInstant } from '#platform/clock.ts'
import { AppError } from '#platform/errors.ts'

/** The latest time that a date can have, 9999-12-31. */
const LATEST = 253_402_300_799_999

/** A time: milliseconds since 1970, or ISO 8601 text. */
export const instant = z
  .preprocess(
    (given: unknown) => (typeof given === 'string' ? (parseInstant(given) ?? given) : given),
    z.int('a date like 2026-01-31 or a time like 2026-01-31T10:00:00Z').min(0).max(LATEST),
  )
  .meta({ placeholder: 'TIME' })

/**
 * Validates input of a person or a program; a field that was not given is absent. Throws `invalid_parameter`, with a sentence and a parameter for
 * each field that is not accepted.
 */
export function checkedInput<T extends z.ZodObject>(shape: T, given: unknown): z.output<T> {
  const read = shape.safeParse(given, { error: accepted })
  if (read.success) return read.data
  const parameters = read.error.issues.map(({ path, message }) => ({
    name: path.join('.'),
    got: '',
    accepts: message,
  }))
  const sentences = parameters.map(
    ({ name, accepts }) => `${name === '' ? '' : `“${labelOf(name)}” takes `}${accepts}.`,
  )
  throw new AppError('invalid_parameter', sentences.join(' '), { parameters })
}

/** The label of a field: `timeZone` becomes “time zone”. */
const labelOf = (name: string): string => name.replaceAll(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`)

/** What a field accepts, as the end of a sentence. */
function accepted(issue: z.core.$ZodRawIssue): string | undefined {
  const { code, input } = issue
  if (code === 'invalid_value') return `one of ${issue.values.join(', ')}`
  if (code === 'invalid_type')
    return `${TYPES[issue.expected] ?? `a value of the type ${issue.expected}`}${input === undefined ? ', which is missing' : ''}`
  if (code === 'too_small') return `at least ${issue.minimum}${unitOf(issue.origin)}`
  if (code === 'too_big') return `at most ${issue.maximum}${unitOf(issue.origin)}`
  if (code === 'invalid_format' && issue.format === 'uuid') return 'an id'
  return undefined
}

const TYPES: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'yes or no',
  array: 'a list',
  object: 'an object',
}

const unitOf = (origin: string): string =>
  origin === 'string' ? ' characters' : origin === 'array' ? ' of them' : ''
