/** What went wrong, in the product's terms. The edges translate: `web/problems.ts` to HTTP, `cli/main.ts` to exit codes. */
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
  | 'wrong_usage'

/** One bad value: which parameter, what came, and what would have been accepted. */
export interface InvalidParameter {
  name: string
  got: string
  accepts: string
}

export interface AppErrorDetails {
  parameters?: InvalidParameter[]
  cause?: unknown
  current?: unknown
  publicMessage?: string
}

/**
 * An expected failure that a person or a program can act on. The message is one plain sentence that may be shown as it is.
 * Anything else that is thrown is a defect.
 */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly parameters: readonly InvalidParameter[]
  /** Of a `conflict`: what is there now, for whoever saw an older state of it. */
  readonly current: unknown
  /** What strangers are told where the message is for the operator alone. */
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

/** The message of anything that was thrown. */
export const messageOf = (thrown: unknown): string =>
  thrown instanceof Error ? thrown.message : String(thrown)
