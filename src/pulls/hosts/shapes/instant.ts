import { z } from 'zod'
import { parseInstant } from '#platform/clock.ts'

/** A moment as hosts write it: `2026-03-01T09:00:00Z`, and GitLab's `2026-03-01 09:00:00 UTC`. */
export const moment = z.string().transform((text, context) => {
  const instant = parseInstant(text.replace(/^(\S+ \S+) UTC$/, '$1Z'))
  if (instant !== null) return instant
  context.addIssue({ code: 'custom', message: 'expected a date and time' })
  return z.NEVER
})
