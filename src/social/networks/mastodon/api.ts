import { z } from 'zod'
import { parseInstant } from '#platform/clock.ts'
import { AppError } from '#platform/errors.ts'
import { type NetworkContext, NetworkFailure } from '#social/network.ts'
import { inPlainWords, type PlainWords } from '../plain-words.ts'
import { limitEnd, quoted } from '../requests.ts'
import { answerOf, failureOfStatus, type RestRequest, sendRest } from '../rest.ts'

/**
 * The interface of one server, with or without the token of an account. Requests throw `NetworkFailure` if
 * the server refuses them, and any other error if the answer leaves it open what the server did.
 */
export class MastodonApi {
  readonly origin: string
  readonly #context: NetworkContext
  readonly #token: string | null

  constructor(context: NetworkContext, origin: string, token: string | null) {
    this.#context = context
    this.origin = origin
    this.#token = token
  }

  async read<T>(path: string, schema: z.ZodType<T>): Promise<T> {
    return this.#answer(await this.#request({ method: 'GET', path }), schema)
  }

  async send<T>(
    method: 'POST' | 'PUT',
    path: string,
    schema: z.ZodType<T>,
    sent: Pick<RestRequest, 'json' | 'body' | 'headers' | 'signal'>,
  ): Promise<T> {
    return this.#answer(await this.#request({ method, path, ...sent }), schema)
  }

  /** Removes a status. Returns false if it did not exist. Throws for an answer that is not the server's own, such as that of a proxy. */
  async removeStatus(id: string): Promise<boolean> {
    const response = await this.#request({
      method: 'DELETE',
      path: `/api/v1/statuses/${encodeURIComponent(id)}`,
    })
    if (response.status === 404) {
      const error = await errorIn(response)
      if (typeof error === 'string') return false
      throw new AppError('unavailable', 'The server answered 404, but not as Mastodon does.')
    }
    await this.#answer(response, z.object({ id: z.literal(id) }))
    return true
  }

  #request({ path, headers, ...rest }: Omit<RestRequest, 'url'> & { path: string }): Promise<Response> {
    const proof: Record<string, string> =
      this.#token === null ? {} : { authorization: `Bearer ${this.#token}` }
    return sendRest(this.#context.fetchFrom(this.origin), {
      ...rest,
      url: this.origin + path,
      headers: { ...proof, ...headers },
    })
  }

  async #answer<T>(response: Response, schema: z.ZodType<T>): Promise<T> {
    return answerOf('The server', await this.#accepted(response), schema)
  }

  /** Returns an accepted answer, and maps the error statuses that the documentation lists. 403 means that the token lacks a scope. */
  async #accepted(response: Response): Promise<Response> {
    const { status, headers } = response
    if (status >= 200 && status < 300) return response
    const message = messageFor(status, await errorIn(response))
    if (status === 429) {
      const reset = parseInstant(headers.get('x-ratelimit-reset') ?? '')
      throw new NetworkFailure('rate limited', message, limitEnd(this.#context.clock, reset))
    }
    if (status === 403) throw new NetworkFailure('unauthorized', message)
    throw failureOfStatus(status, message)
  }
}

/**
 * The message of a refusal. An answer that is not in the documented form comes from something other than
 * Mastodon, such as a website at that name.
 */
function messageFor(status: number, error: unknown): string {
  if (typeof error !== 'string' && status < 500)
    return `The server answered ${status}, but not as Mastodon does. Check that its name is the right one.`
  const said = quoted(error)
  return inPlainWords(MASTODON_WORDS, said, `The server answered ${status}: ${said}.`)
}

/** The `error` of an answer in the documented form `{error}`; undefined otherwise. */
async function errorIn(response: Response): Promise<unknown> {
  try {
    const body: unknown = await response.json()
    return typeof body === 'object' && body !== null && 'error' in body ? body.error : null
  } catch {
    return null
  }
}

/** Mastodon's messages are in the language of the server, so not all of them match. Otherwise its own words are quoted. */
export const MASTODON_WORDS: PlainWords = [
  [
    /access token (?:is invalid|was revoked|has expired|expired)/,
    'The server does not accept the access token: it was revoked, has ended or is not complete. Connect the account again.',
  ],
  [
    /Client authentication failed/,
    'The server does not know this Tidings any more. Disconnect the account, and connect it again.',
  ],
  [/authorization grant is invalid/, 'Connecting took too long, or the answer was used before. Begin again.'],
  [
    /outside the authorized scopes/,
    'The access does not allow posting. Connect the account again, or with a token that may read accounts and statuses and write statuses and media.',
  ],
  [/login is currently disabled|account is (?:suspended|disabled)/i, 'The server has disabled this account.'],
]

// The entities of docs.joinmastodon.org, with the fields that are used here.

/** The address of a page. People open it, so it must not be able to run anything. */
const pageUrl = z.url({ protocol: /^https?$/ })

export const accountSchema = z.object({
  id: z.string(),
  acct: z.string(),
  display_name: z.string(),
  avatar: z.url().nullish(),
  url: pageUrl,
})

export const statusSchema = z.object({
  id: z.string().min(1),
  url: pageUrl.nullish().catch(null),
  created_at: z.string(),
  /** HTML. */
  content: z.string(),
  account: z.object({ id: z.string() }),
  media_attachments: z.array(z.object({ id: z.string() })).default([]),
})

const size = z.number().int().positive()

/** The answer of `/api/v2/instance`, which exists since Mastodon 4.0. */
export const instanceSchema = z.object({
  configuration: z.object({
    statuses: z.object({ max_characters: size, characters_reserved_per_url: size }),
    media_attachments: z.object({ image_size_limit: size, description_limit: size.optional() }),
  }),
})
