import { z } from 'zod'
import { DAY_MS } from '#platform/clock.ts'
import { type Limits, type NetworkContext, NetworkFailure } from '#social/network.ts'
import { inPlainWords, type PlainWords } from '../plain-words.ts'
import { limitEnd, quoted } from '../requests.ts'
import { answerOf, failureOfStatus, type RestRequest, sendRest } from '../rest.ts'

type LinkedInRequest = Omit<RestRequest, 'url'> & { path: string }

/** The versioned interface of LinkedIn (learn.microsoft.com/en-us/linkedin/marketing/versioning) with the token of one member. */
export class LinkedInApi {
  readonly #context: NetworkContext
  readonly #token: string

  constructor(context: NetworkContext, token: string) {
    this.#context = context
    this.#token = token
  }

  /**
   * Sends a request and returns the parsed answer. Throws `NetworkFailure` if LinkedIn refuses it, and any
   * other error for an answer that does not match the schema.
   */
  async call<T>(request: LinkedInRequest, schema: z.ZodType<T>): Promise<T> {
    return answerOf('LinkedIn', await this.run(request), schema)
  }

  /** Sends a request and returns the answer if LinkedIn accepted it. */
  async run({ path, ...request }: LinkedInRequest): Promise<Response> {
    const { apiUrl, version } = this.#context.settings.linkedin
    const headers = {
      ...request.headers,
      authorization: `Bearer ${this.#token}`,
      'linkedin-version': version,
      'x-restli-protocol-version': '2.0.0',
    }
    const response = await sendRest(this.#context.fetchFrom(apiUrl), {
      ...request,
      url: apiUrl + path,
      headers,
    })
    if (!response.ok) throw await failureOf(this.#context, response)
    return response
  }

  /**
   * Uploads a file to an address that LinkedIn returned. Throws unless the address is LinkedIn's own, because the token is sent with it.
   */
  async put(address: string, body: Uint8Array<ArrayBuffer>): Promise<void> {
    const url = URL.parse(address)
    const { apiUrl } = this.#context.settings.linkedin
    const isOwn =
      url?.origin === new URL(apiUrl).origin ||
      (url?.protocol === 'https:' && url.host.endsWith('.linkedin.com'))
    if (!isOwn)
      throw new NetworkFailure('rejected', 'LinkedIn names an address for uploads that is not its own.')
    const headers = { authorization: `Bearer ${this.#token}`, 'content-type': 'application/octet-stream' }
    const response = await sendRest(this.#context.fetchFrom(apiUrl), {
      method: 'PUT',
      url: address,
      body,
      headers,
    })
    if (!response.ok) throw await failureOf(this.#context, response)
    await response.body?.cancel()
  }
}

const refusalSchema = z.object({
  code: z.string().optional(),
  message: z.string().optional(),
  error_description: z.string().optional(),
})

/**
 * The error for a request that LinkedIn did not carry out (learn.microsoft.com/en-us/linkedin/shared/api-guide/concepts/error-handling).
 */
export async function failureOf({ clock, settings }: NetworkContext, response: Response): Promise<Error> {
  const { status, headers } = response
  const said = await response
    .json()
    .then(body => refusalSchema.parse(body))
    .catch(() => undefined)
  const reason = quoted(said?.message ?? said?.error_description)
  const message = inPlainWords(LINKEDIN_WORDS, reason, `LinkedIn answered ${status}: ${reason}.`)
  if (status === 429)
    return new NetworkFailure('rate limited', message, limitEnd(clock, resetOf(headers, clock.now())))
  if (status === 426)
    return new NetworkFailure(
      'rejected',
      `LinkedIn does not support version ${settings.linkedin.version} of its interface. Set TIDINGS_LINKEDIN_VERSION to a later one.`,
    )
  if (said?.code === 'DUPLICATE_POST') return new NetworkFailure('duplicate', message)
  if (status === 403) return new NetworkFailure('unauthorized', message)
  return failureOfStatus(status, message)
}

/** When a rate limit ends. LinkedIn counts requests of a day that ends at midnight UTC. */
function resetOf(headers: Headers, now: number): number {
  const seconds = Number(headers.get('retry-after') || Number.NaN)
  return Number.isFinite(seconds) ? now + seconds * 1_000 : (Math.floor(now / DAY_MS) + 1) * DAY_MS
}

/**
 * The limits of posts and their images (learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/posts-api and images-api).
 */
export const LINKEDIN_LIMITS: Limits = { text: 3_000, link: null, imageBytes: 5_000_000, alt: 4_000 }

export const LINKEDIN_WORDS: PlainWords = [
  [
    /access token.{0,60}(?:expired|revoked|invalid)|(?:expired|revoked|invalid) access token|token used in the request has (?:expired|been revoked)/i,
    'LinkedIn does not accept the access token: it was revoked, has ended or is not complete. Connect the account again.',
  ],
  [
    /authorization code (?:not found|expired)|code verifier does not match/i,
    'Connecting took too long, or the answer was used before. Begin again.',
  ],
  [
    /Client authentication failed|invalid_client/,
    'LinkedIn refuses the application of this server. Check TIDINGS_LINKEDIN_CLIENT_ID and TIDINGS_LINKEDIN_CLIENT_SECRET.',
  ],
  [
    /not authorized for your application/i,
    'LinkedIn has not approved the application of this server for posting. Add the products “Sign In with LinkedIn” and “Share on LinkedIn” to it at developer.linkedin.com; posts of organizations need “Community Management API”.',
  ],
  [
    /Not enough permissions/,
    'LinkedIn does not allow this with the access that it gave. For an organization, be one of its administrators, and have the application approved for community management.',
  ],
]
