import type { Agent } from '@atproto/api'
import { memoizeOnce } from '#platform/cache.ts'
import { AppError } from '#platform/errors.ts'
import { type Limits, type NetworkContext, NetworkFailure } from '#social/network.ts'
import { inPlainWords, type PlainWords } from '../plain-words.ts'
import { failureOfRequest, limitEnd, quoted } from '../requests.ts'

/** Loading the library takes most of a second and 45 MB, so the first request does it. */
const library = memoizeOnce(() => import('@atproto/api'))

/** Sends a request to a path on the account's server. */
export type FetchHandler = (path: string, init: RequestInit) => Promise<Response>

export async function agentWith(fetchHandler: FetchHandler, did?: string): Promise<Agent> {
  const { Agent } = await library()
  return new Agent({ ...(did !== undefined && { did }), fetchHandler })
}

/** An agent that sends this token, or none for requests that need none. */
export const agentFor = (
  { fetchFrom }: NetworkContext,
  service: string,
  { did, token }: { did?: string; token?: string } = {},
): Promise<Agent> =>
  agentWith((path, init) => {
    const headers = new Headers(init.headers)
    if (token !== undefined) headers.set('authorization', `Bearer ${token}`)
    return fetchFrom(service)(new URL(path, service), { ...init, headers })
  }, did)

/** The errors of a PDS that mean that the session or the account cannot be used (com.atproto.server). */
const UNAUTHORIZED = new Set([
  'AccountDeactivated',
  'AccountSuspended',
  'AccountTakedown',
  'AuthMissing',
  'AuthenticationRequired',
  'ExpiredToken',
  'InvalidToken',
])

/**
 * Runs a request and maps its errors. A refusal by the server becomes a `NetworkFailure`, whose message
 * begins with the server's name for the error, or is in plain words.
 */
export async function callAgent<T>({ clock }: NetworkContext, request: () => Promise<T>): Promise<T> {
  const { XRPCError } = await library()
  try {
    return await request()
  } catch (error) {
    if (!(error instanceof XRPCError)) throw failureOfRequest(error)
    const { headers } = error
    const status: number = error.status
    const message = inPlainWords(BLUESKY_WORDS, `${quoted(error.error)}: ${quoted(error.message)}`)
    if (status === 429) {
      const reset = Number(headers?.['ratelimit-reset'])
      throw new NetworkFailure(
        'rate limited',
        message,
        limitEnd(clock, Number.isFinite(reset) ? reset * 1_000 : null),
      )
    }
    if (status === 401 || UNAUTHORIZED.has(error.error)) throw new NetworkFailure('unauthorized', message)
    if (status >= 400 && status < 500 && status !== 408) throw new NetworkFailure('rejected', message)
    const failure = failureOfRequest(error)
    throw failure instanceof NetworkFailure ? failure : new AppError('unavailable', message, { cause: error })
  }
}

/**
 * The limits of the lexicons `app.bsky.feed.post` and `app.bsky.embed.external`; that of alternative texts is the one of Bluesky's own app.
 */
export const BLUESKY_LIMITS: Limits = { text: 300, link: null, imageBytes: 1_000_000, alt: 2_000 }

export const BLUESKY_WORDS: PlainWords = [
  [
    /(?:Failed|Unable) to resolve (?:identity|handle)/,
    'No account was found for this handle, or its server does not answer. Check the spelling and the ending, as in acme.bsky.social, and try again.',
  ],
  [
    /Failed to resolve OAuth server metadata|Unable to determine authorization server/,
    'The server does not say how to sign in to it. Check its name, or connect with an app password.',
  ],
  [
    /Invalid identifier or password/,
    'The server refused the handle or the app password. Create a new app password in the settings of Bluesky, and check the handle.',
  ],
]
