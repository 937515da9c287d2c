import { z } from 'zod'
import { type Limits, type NetworkContext, NetworkFailure } from '#social/network.ts'
import { inPlainWords, type PlainWords } from '../plain-words.ts'
import { limitEnd, quoted } from '../requests.ts'
import { answerOf, failureOfStatus, type RestRequest, sendRest } from '../rest.ts'

type XRequest = Omit<RestRequest, 'url'> & { path: string }

/** The interface of X (docs.x.com/x-api) with the token of one account. */
export class XApi {
  readonly #context: NetworkContext
  readonly #token: string

  constructor(context: NetworkContext, token: string) {
    this.#context = context
    this.#token = token
  }

  /**
   * Sends a request and returns the parsed answer. Throws `NetworkFailure` if X refuses it, and any other
   * error for an answer that does not match the schema.
   */
  async call<T>(request: XRequest, schema: z.ZodType<T>): Promise<T> {
    return answerOf('X', await this.#checked(request), schema)
  }

  /** Sends a request whose answer does not matter. */
  async run(request: XRequest): Promise<void> {
    await (await this.#checked(request)).body?.cancel()
  }

  async #checked({ path, ...request }: XRequest): Promise<Response> {
    const { apiUrl } = this.#context.settings.x
    const headers = { ...request.headers, authorization: `Bearer ${this.#token}` }
    const response = await sendRest(this.#context.fetchFrom(apiUrl), {
      ...request,
      url: apiUrl + path,
      headers,
    })
    if (!response.ok) throw await failureOf(this.#context, response)
    return response
  }
}

/** The error for a request that X did not carry out: docs.x.com/x-api/fundamentals/response-codes-and-errors. */
export async function failureOf({ clock }: NetworkContext, response: Response): Promise<Error> {
  const { status, headers } = response
  const said = await reasonIn(response)
  const message = inPlainWords(X_WORDS, quoted(said), `X answered ${status}: ${quoted(said)}.`)
  if (status === 429)
    return new NetworkFailure('rate limited', message, limitEnd(clock, resetIn(headers, clock.now())))
  if (status === 403 && said?.includes('duplicate content')) return new NetworkFailure('duplicate', message)
  return failureOfStatus(status, message)
}

/** The prefixes of X's limit headers: for the endpoint, and for the account and the application within a day. */
const LIMIT_HEADERS = ['x-rate-limit', 'x-user-limit-24hour', 'x-app-limit-24hour']

/** When the last of the used-up limits is reset, in milliseconds. */
function resetIn(headers: Headers, now: number): number | null {
  const used = LIMIT_HEADERS.filter(name => headers.get(`${name}-remaining`) === '0')
  const named = (used.length > 0 ? used : LIMIT_HEADERS.slice(0, 1)).map(name => headers.get(`${name}-reset`))
  const times = named.flatMap(reset => (reset ? [Number(reset) * 1_000] : []))
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  if (Number.isFinite(seconds)) times.push(now + seconds * 1_000)
  return times.length === 0 ? null : Math.max(...times)
}

const problemSchema = z.object({
  detail: z.string().optional(),
  title: z.string().optional(),
  error_description: z.string().optional(),
  errors: z.array(z.object({ message: z.string().optional() })).optional(),
})

async function reasonIn(response: Response): Promise<string | undefined> {
  try {
    const { detail, title, error_description, errors } = problemSchema.parse(await response.json())
    return errors?.[0]?.message ?? detail ?? error_description ?? title
  } catch {
    return undefined
  }
}

const postSchema = z.object({
  id: z.string(),
  text: z.string(),
  created_at: z.string(),
  note_tweet: z.object({ text: z.string() }).optional(),
  entities: z
    .object({
      urls: z
        .array(
          z.object({
            url: z.string(),
            expanded_url: z.string().optional(),
            media_key: z.string().optional(),
          }),
        )
        .default([]),
    })
    .optional(),
})
export type XPost = z.infer<typeof postSchema>

export const timelineSchema = z.object({
  data: z.array(postSchema).default([]),
  meta: z.object({ result_count: z.number(), next_token: z.string().optional() }),
})

/** The limits of accounts without a subscription. Those of images are in docs.x.com/x-api/media/quickstart/best-practices. */
export const X_LIMITS: Limits = { text: 280, link: 23, imageBytes: 5_000_000, alt: 1_000 }

const APPLICATION = 'Check TIDINGS_X_CLIENT_ID and TIDINGS_X_CLIENT_SECRET.'

export const X_WORDS: PlainWords = [
  [
    /authorization code was invalid|invalid_grant/,
    'Connecting took too long, or the answer was used before. Begin again.',
  ],
  [
    /^Unauthorized$|for the token was invalid/,
    'X does not accept the access token: it was revoked, has ended or is not complete. Connect the account again.',
  ],
  [
    /Missing valid authorization header|unauthorized_client|invalid_client/,
    `X refuses the application of this server. ${APPLICATION}`,
  ],
  [
    /client-not-enrolled|attached to a Project|subset of X API/i,
    'The application of this server may not post on X. Add it to a project with a plan that allows it, at developer.x.com.',
  ],
  [
    /CreditsDepleted|does not have any credits/i,
    'The application of this server has no credits left at X. Buy some at developer.x.com.',
  ],
]
