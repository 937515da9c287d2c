import { AppError, type ErrorCode } from '#platform/errors.ts'

/** An error whose answer needs headers: a challenge, how long to wait. */
export class Refusal extends AppError {
  readonly headers: Record<string, string>

  constructor(code: ErrorCode, message: string, headers: Record<string, string>) {
    super(code, message)
    this.headers = headers
  }
}
