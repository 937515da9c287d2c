import { safeLine } from './text.ts'

/** The codes of expected errors. `web/problems.ts` maps them to HTTP statuses, `cli/main.ts` to exit codes. */
export type ErrorCode =
  | 'not_found'
  | 'invalid_parameter'
  | 'unauthorized'
  | 'insufficient_scope'
  | 'rate_limited'
  | 'unavailable'
  | 'method_not_allowed'
  | 'conflict'
  | 'too_large'
  | 'request_timeout'
  | 'wrong_usage'

/** One invalid value: the parameter, the value, and what is accepted. */
export interface InvalidParameter {
  name: string
  got: string
  accepts: string
}

interface AppErrorDetails {
  parameters?: InvalidParameter[]
  cause?: unknown
  current?: unknown
  publicMessage?: string
}

/**
 * An expected error that a person or a program can act on. Its message is one sentence that may be shown to users. Any other error
 * that is thrown is a bug.
 */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly parameters: readonly InvalidParameter[]
  /** For a `conflict`: the current state, for a client that has an older one. */
  readonly current: unknown
  /** Shown to clients where the message itself is only for the operator. */
  readonly publicMessage: string

  constructor(code: ErrorCode, message: string, more: AppErrorDetails = {}) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause })
    this.name = 'AppError'
    this.code = code
    this.parameters = more.parameters ?? []
    this.current = more.current
    this.publicMessage = more.publicMessage ?? message
  }
}

/** As much of a wrong id as its error repeats, in characters. */
const LONGEST_ID = 100

/** The error for an id that names nothing. `list` is the command that shows the ids. */
export const unknownId = (noun: string, id: string, list = `${noun} list`): AppError =>
  new AppError(
    'not_found',
    `No ${noun} has the id ${safeLine(id.slice(0, LONGEST_ID))}; "tidings ${list}" shows them.`,
  )

/** The most causes that are followed, since an error may be its own cause. */
const MOST_CAUSES = 8

/** An error and its causes, the outermost first; of several errors in one only the first. */
export function causesOf(error: unknown): unknown[] {
  const causes: unknown[] = []
  for (let link = error; link !== undefined && causes.length < MOST_CAUSES; link = causeOf(link))
    causes.push(link)
  return causes
}

const causeOf = (error: unknown): unknown =>
  error instanceof AggregateError ? error.errors[0] : error instanceof Error ? error.cause : undefined

/** The code of a system error, such as `ECONNREFUSED`; empty if there is none. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

/** The message of any thrown value. */
export const messageOf = (thrown: unknown): string =>
  thrown instanceof Error ? thrown.message : String(thrown)
