import { type Instant, parseInstant } from '#platform/clock.ts'
import { AppError } from '#platform/errors.ts'

/** The value of `--account`, which most commands need. */
export function requireAccountId(id: string | undefined): string {
  if (id === undefined)
    throw new AppError(
      'wrong_usage',
      'Name the account: --account ID ("tidings account list" prints the ids).',
    )
  return id
}

/** The value of an option that takes one of a few words; undefined when the option was not given. */
export function choiceFrom<T extends string>(
  option: string,
  text: string | undefined,
  choices: readonly T[],
): T | undefined {
  const choice = choices.find(word => word === text)
  if (text === undefined || choice !== undefined) return choice
  throw new AppError('wrong_usage', `${option} must be one of ${choices.join(', ')}.`)
}

/** The value of an option that takes a whole number from 1 to `max`; undefined when the option was not given. */
export function countFrom(option: string, text: string | undefined, max = 999_999_999): number | undefined {
  if (text === undefined) return undefined
  if (/^[1-9]\d{0,8}$/.test(text) && Number(text) <= max) return Number(text)
  throw new AppError('wrong_usage', `${option} takes a whole number from 1 to ${max.toLocaleString('en')}.`)
}

/** The value of an option that takes a date or a time. */
export function instantFrom(option: string, text: string): Instant {
  const instant = parseInstant(text)
  if (instant === null)
    throw new AppError(
      'wrong_usage',
      `${option} takes a date like 2026-01-31 or a time like 2026-01-31T10:00:00Z.`,
    )
  return instant
}

/** The value of `--at`, a time in the future. */
export function futureFrom(text: string, now: Instant): Instant {
  const at = parseInstant(text)
  if (at === null) throw new AppError('wrong_usage', '--at takes a time like 2026-12-01T10:00:00Z.')
  if (at <= now)
    throw new AppError('wrong_usage', '--at takes a time in the future; to publish now, leave it out.')
  return at
}

/** The value of `--set`: `none` is the queue of the entries in no set. */
export const setFrom = (text: string): string | null => (text === 'none' ? null : text)

export interface RangeOptions {
  since?: string | undefined
  until?: string | undefined
  last?: string | undefined
}

/** The merges to read, by `--since`, `--until` and `--last`. An option that was not given sets no bound. */
export function rangeFrom({ since, until, last }: RangeOptions): {
  since?: Instant
  until?: Instant
  last?: number
} {
  const count = countFrom('--last', last)
  return {
    ...(since !== undefined && { since: instantFrom('--since', since) }),
    ...(until !== undefined && { until: instantFrom('--until', until) }),
    ...(count !== undefined && { last: count }),
  }
}

/** The value of an option and its opposite; undefined when neither was given. `wrong_usage` for both. */
export function flagFrom<K extends string>(
  given: { [key in K]?: unknown },
  yes: K,
  no: K,
): boolean | undefined {
  if (given[yes] && given[no]) throw new AppError('wrong_usage', `Give either --${yes} or --${no}, not both.`)
  return given[yes] ? true : given[no] ? false : undefined
}
