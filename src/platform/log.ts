import type { Clock } from './clock.ts'
import { isoOf } from './clock.ts'

export type LogLevel = 'debug' | 'info' | 'warn' | 'error'

/** Facts beside the message. Never a secret, a token, a feed address or a person's text. */
type LogFields = Record<string, string | number | boolean | null>

/** One line of JSON for each event, for machines to collect; what a person should read goes to the terminal instead. */
export interface Log {
  debug(message: string, fields?: LogFields): void
  info(message: string, fields?: LogFields): void
  warn(message: string, fields?: LogFields): void
  error(message: string, fields?: LogFields): void
}

const RANK: Record<LogLevel, number> = { debug: 0, info: 1, warn: 2, error: 3 }

/** A log that writes lines at or above the level through `write`. */
export function openLog(level: LogLevel, clock: Clock, write: (line: string) => void): Log {
  const at =
    (own: LogLevel) =>
    (message: string, fields: LogFields = {}) => {
      if (RANK[own] < RANK[level]) return
      write(`${JSON.stringify({ time: isoOf(clock.now()), level: own, message, ...fields })}\n`)
    }
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }
}

const REPEATED_AFTER_MS = 60_000

/**
 * The same log, without the lines that only repeat an error: what everything meets at once, such as a full disk, is logged once a
 * minute. `isShared` picks the errors that this is for.
 */
export function withoutRepeats(log: Log, clock: Clock, isShared: (error: unknown) => boolean): Log {
  const loggedAt = new Map<unknown, number>()
  const isRepeated = (error: unknown) => {
    if (!isShared(error)) return false
    const now = clock.now()
    for (const [known, at] of loggedAt) if (Math.abs(now - at) >= REPEATED_AFTER_MS) loggedAt.delete(known)
    if (loggedAt.has(error)) return true
    loggedAt.set(error, now)
    return false
  }
  const at = (level: LogLevel) => (message: string, fields?: LogFields) => {
    if (!isRepeated(fields?.error)) log[level](message, fields)
  }
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }
}
