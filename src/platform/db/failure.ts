import { AppError, codeOf } from '#platform/errors.ts'

const PREFIX = 'The database cannot be used: '

/** The database could not be read or written for a reason outside this program. The message tells the operator why. */
export class DatabaseFailure extends AppError {
  constructor(why: string, cause?: unknown) {
    super('unavailable', `${PREFIX}${why}.`, {
      cause,
      publicMessage: 'The database does not answer just now. Try again later.',
    })
    this.name = 'DatabaseFailure'
  }
}

/** True if a text is the message of a `DatabaseFailure`. */
export const isDatabaseFailureMessage = (text: unknown): text is string =>
  typeof text === 'string' && text.startsWith(PREFIX)

/** SQLITE_CONSTRAINT_PRIMARYKEY and SQLITE_CONSTRAINT_UNIQUE. */
const SQLITE = [1555, 2067]
const POSTGRES = '23505'

/** True if an insert or update violated a unique key, on either engine. */
export function isUniqueViolation(error: unknown): boolean {
  if (error instanceof Error && 'errcode' in error) return SQLITE.includes(Number(error.errcode))
  return codeOf(error) === POSTGRES
}
