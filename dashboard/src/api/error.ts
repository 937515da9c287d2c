/** One invalid value that the server names: the field, and what it accepts. */
export interface InvalidField {
  name: string
  got: string
  accepts: string
}

interface Problem {
  detail?: unknown
  parameters?: InvalidField[]
  current?: unknown
}

/** An error response of the server, or status 0 if it could not be reached. The message can be shown to people. */
export class ApiError extends Error {
  readonly status: number
  /** The fields that were not accepted. */
  readonly fields: readonly InvalidField[]
  /** The state on the server, if somebody else changed the item first (a conflict). */
  readonly current: unknown

  constructor(status: number, message: string, { parameters = [], current }: Problem = {}) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.fields = parameters
    this.current = current
  }
}

const hasStatus = (error: unknown, status: number) => error instanceof ApiError && error.status === status

export const isUnreachable = (error: unknown): boolean => hasStatus(error, 0)
export const isSignedOut = (error: unknown): boolean => hasStatus(error, 401)
export const isNotFound = (error: unknown): boolean => hasStatus(error, 404)
export const isConflict = (error: unknown): error is ApiError => hasStatus(error, 409)

export const unreachable = () =>
  new ApiError(0, 'The server cannot be reached. Nothing is lost; try again in a moment.')

/** Reads the problem document (RFC 9457) of a response that failed. */
export async function errorFrom(response: { status: number; json(): Promise<unknown> }): Promise<ApiError> {
  const document = await response.json().catch(() => null)
  const problem: Problem = typeof document === 'object' && document !== null ? document : {}
  const message =
    typeof problem.detail === 'string' ? problem.detail : `The server answered ${response.status}.`
  return new ApiError(response.status, message, problem)
}
