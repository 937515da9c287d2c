import { type Instant, parseInstant } from '#platform/clock.ts'
import { AppError } from '#platform/errors.ts'

/** The options that say which merges are meant. Each gives what it adds to the range, nothing when it was not given. */
export function sinceFrom(text: string | undefined): { since?: Instant } {
  return text === undefined ? {} : { since: instantFrom('--since', text) }
}

export function untilFrom(text: string | undefined): { until?: Instant } {
  return text === undefined ? {} : { until: instantFrom('--until', text) }
}

export function instantFrom(option: string, text: string): Instant {
  const instant = parseInstant(text)
  if (instant === null)
    throw new AppError(
      'wrong_usage',
      `${option} takes a date like 2026-01-31 or a time like 2026-01-31T10:00:00Z.`,
    )
  return instant
}

export function lastFrom(text: string | undefined): { last?: number } {
  if (text === undefined) return {}
  if (!/^[1-9]\d{0,8}$/.test(text))
    throw new AppError('wrong_usage', '--last takes a whole number from 1 on.')
  return { last: Number(text) }
}
