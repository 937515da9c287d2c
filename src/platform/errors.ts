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

/** The message of any thrown value. */
export const messageOf = (thrown: unknown): string =>
  thrown instanceof Error ? thrown.message : String(thrown)
