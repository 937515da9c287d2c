import { AppError, type ErrorCode, type InvalidParameter } from '#platform/errors.ts'

/** RFC 9457. */
export interface Problem {
  type: string
  title: string
  status: number
  detail: string
  parameters?: readonly InvalidParameter[]
  /** What is there now, for whoever saw an older state of it. */
  current?: unknown
}

interface Meaning {
  status: number
  title: string
}

/** The one place where codes become statuses. `wrong_usage` is the command line's and never leaves by HTTP. */
const PROBLEMS: Record<Exclude<ErrorCode, 'wrong_usage'>, Meaning> = {
  invalid_parameter: { status: 400, title: 'Invalid parameter' },
  unauthorized: { status: 401, title: 'Not signed in' },
  insufficient_scope: { status: 403, title: 'Not permitted' },
  not_found: { status: 404, title: 'Not found' },
  method_not_allowed: { status: 405, title: 'Method not allowed' },
  conflict: { status: 409, title: 'Conflict' },
  too_large: { status: 413, title: 'Too large' },
  rate_limited: { status: 429, title: 'Too many requests' },
  unavailable: { status: 503, title: 'Unavailable' },
}

export const PROBLEM_MEDIA_TYPE = 'application/problem+json'

/** What an answer says about anything that was thrown. A defect tells nothing of itself: its story is in the log. */
export function problemFor(baseUrl: string, thrown: unknown, status?: number): Problem {
  if (!(thrown instanceof AppError) || thrown.code === 'wrong_usage') return DEFECT
  const meaning = PROBLEMS[thrown.code]
  return {
    type: `${baseUrl}/docs/problems#${thrown.code}`,
    title: meaning.title,
    status: status ?? meaning.status,
    detail: thrown.publicMessage,
    ...(thrown.parameters.length > 0 && { parameters: thrown.parameters }),
    ...(isRecord(thrown.current) && { current: withoutKey(thrown.current) }),
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** The account's internal key is in no answer. */
const withoutKey = ({ accountId: _, ...rest }: Record<string, unknown>) => rest

const DEFECT: Problem = {
  type: 'about:blank',
  title: 'Internal server error',
  status: 500,
  detail: 'Something went wrong on our side. It was logged.',
}

/** An error whose answer needs headers: a challenge, how long to wait. */
export class HttpError extends AppError {
  readonly headers: Record<string, string>

  constructor(code: ErrorCode, message: string, headers: Record<string, string>) {
    super(code, message)
    this.headers = headers
  }
}
