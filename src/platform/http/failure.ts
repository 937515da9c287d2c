import { AppError } from '#platform/errors.ts'

const SENTENCES: Record<string, string> = {
  ENOTFOUND: 'has no address that can be found',
  EAI_AGAIN: 'has no address that can be found just now',
  ECONNREFUSED: 'refuses the connection',
  ECONNRESET: 'broke the connection off',
  EHOSTUNREACH: 'cannot be reached',
  ENETUNREACH: 'cannot be reached',
  ETIMEDOUT: 'does not answer in time',
  UND_ERR_SOCKET: 'broke the connection off',
  UND_ERR_CONNECT_TIMEOUT: 'does not answer in time',
  UND_ERR_HEADERS_TIMEOUT: 'does not answer in time',
  UND_ERR_BODY_TIMEOUT: 'stopped in the middle of its answer',
}

/** Turns what `fetch` threw into a sentence; the libraries' own messages may quote addresses and are only kept as the cause. */
export function failureOf(host: string, error: unknown): AppError {
  const chain = causesOf(error)
  const known = chain.find(link => link instanceof AppError)
  if (known) return known
  const code = chain.map(codeOf).find(text => text !== '') ?? ''
  const sentence = SENTENCES[code] ?? `cannot be reached${code && ` (${code})`}`
  return new AppError('unavailable', `${host} ${sentence}.`, { cause: error })
}

function causesOf(error: unknown): unknown[] {
  const inner = error instanceof AggregateError ? error.errors[0] : undefined
  const cause = inner ?? (error instanceof Error ? error.cause : undefined)
  return cause === undefined ? [error] : [error, ...causesOf(cause)]
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
