import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import type { Clock } from './clock.ts'
import { isoOf } from './clock.ts'

const storage = new AsyncLocalStorage<string>()

/** The id of the request that is being answered, or that a job follows from; null outside both. Log lines and new jobs carry it. */
export const currentRequestId = (): string | null => storage.getStore() ?? null

/** Runs `work`, and all that it awaits, under this id. */
export const withRequestId = <T>(id: string | null, work: () => T): T =>
  id === null ? work() : storage.run(id, work)

/** The id that a proxy gave the request, if it is one that a log can hold; else a new one. */
export const requestIdFrom = (header: string | undefined): string =>
  header !== undefined && /^[\w.:-]{1,100}$/.test(header) ? header : randomUUID()

export type LogLevel = 'debug' | 'info' | 'warn' | 'error'

/** Structured fields of a log line. Never a secret, a token, a feed address or user content. */
type LogFields = Record<string, string | number | boolean | null>

/** Writes one line of JSON per event, with the id of the request that it belongs to. What the operator has to read goes to the terminal instead. */
export interface Log {
  debug(message: string, fields?: LogFields): void
  info(message: string, fields?: LogFields): void
  warn(message: string, fields?: LogFields): void
  error(message: string, fields?: LogFields): void
}

const RANK: Record<LogLevel, number> = { debug: 0, info: 1, warn: 2, error: 3 }

/** Opens a log that passes lines at or above `level` to `write`. */
export function openLog(level: LogLevel, clock: Clock, write: (line: string) => void): Log {
  const at =
    (own: LogLevel) =>
    (message: string, fields: LogFields = {}) => {
      if (RANK[own] < RANK[level]) return
      const request = currentRequestId()
      const line = { time: isoOf(clock.now()), level: own, message, ...fields, ...(request && { request }) }
      write(`${JSON.stringify(line)}\n`)
    }
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }
}

const REPEATED_AFTER_MS = 60_000

/**
 * Drops repeated errors from a log: an error for which `isShared` is true, such as a full disk that fails every request, is logged
 * once a minute.
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
