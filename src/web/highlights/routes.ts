import type { IncomingMessage, ServerResponse } from 'node:http'
import type { HttpBindings } from '@hono/node-server'
import type { OpenAPIHono } from '@hono/zod-openapi'
import type { Context, MiddlewareHandler } from 'hono'
import { RateLimiter, type RateLimitResult } from '#auth/rate-limit.ts'
import { permits, READ_HIGHLIGHTS } from '#auth/tokens.ts'
import { ApiTokens, type Credential } from '#auth/verifier.ts'
import { pathOf } from '#changelog/feeds/address.ts'
import { transportSecurity } from '#changelog/feeds/http.ts'
import { writeResponse } from '#changelog/feeds/serve.ts'
import { HighlightAnswers } from '#changelog/highlights/highlights.ts'
import { type HighlightsRequest, parseHighlightsRequest } from '#changelog/highlights/request.ts'
import { withTimeout } from '#platform/concurrency.ts'
import { requestIdFrom, withRequestId } from '#platform/log.ts'
import { bearerOf, createBearerAuth } from '#web/bearer-auth.ts'
import type { WebContext } from '#web/context.ts'
import { createDatabaseRead } from '#web/database-reads.ts'
import { describeHighlights, HIGHLIGHTS_PATH } from '#web/openapi/highlights.ts'
import { rateLimitHeaders, tooManyRequests } from '#web/problems.ts'

/** Responses and errors are private and must not be stored. */
const CACHE_CONTROL = 'private, no-store'
const MEDIA_TYPE = 'application/json'

/** How long to wait for the database before the request is left to the framework, which waits for it again. */
const QUICK_MS = 1_000

interface QuickAnswer {
  body: Buffer
  allowance: RateLimitResult
}

/** The highlights query over HTTP. Checks the token, its scope, the rate limit, and then the parameters. */
export class HighlightsEndpoint {
  /** The rate limit. The MCP server shares it, because both accept the tokens of an account. */
  readonly limit: RateLimiter
  readonly #web: WebContext
  readonly #tokens: ApiTokens
  readonly #highlights: HighlightAnswers
  readonly #always: readonly string[]
  readonly #counted = new WeakMap<IncomingMessage, RateLimitResult>()

  constructor(web: WebContext) {
    this.#web = web
    this.limit = new RateLimiter(web.requestsPerMinute)
    this.#tokens = new ApiTokens(web, 'api')
    this.#highlights = new HighlightAnswers(web)
    this.#always = [
      ...['Cache-Control', CACHE_CONTROL, 'Content-Type', MEDIA_TYPE, 'X-Content-Type-Options', 'nosniff'],
      ...['Referrer-Policy', 'strict-origin-when-cross-origin'],
      ...transportSecurity(web.baseUrl),
    ]
  }

  /**
   * Answers before the framework if the token was valid before; otherwise returns false. Calls `rest` if the
   * token or the database turns out to have changed.
   */
  answerFromMemory(request: IncomingMessage, response: ServerResponse, rest: () => void): boolean {
    if (request.method !== 'GET' || pathOf(request.url ?? '') !== HIGHLIGHTS_PATH) return false
    const text = bearerOf(request.headers.authorization)
    const known = text === null ? undefined : this.#tokens.known(text)
    const question = questionIn(request.url ?? '')
    // A cursor may belong to another account. Leave that error to the framework.
    if (text === null || !known || !question || question.cursor !== null) return false
    if (!permits(known, READ_HIGHLIGHTS)) return false
    const send = (answer: QuickAnswer | null) => (answer ? this.#send(request, response, answer) : rest())
    const ready = this.#ready(request, text, question)
    if (ready) send(ready)
    else withTimeout(QUICK_MS, this.#read(request, text, known, question)).then(send, rest)
    return true
  }

  /** The answer; null if it is not in memory. If the database cannot be read, the framework reports it. */
  #ready(request: IncomingMessage, text: string, question: HighlightsRequest): QuickAnswer | null {
    try {
      const credential = this.#tokens.current(text)
      const body = credential && this.#highlights.ready(credential.accountId, question)
      if (!body) return null
      const allowance = this.#take(request, credential)
      return allowance.allowed ? { body, allowance } : null
    } catch {
      return null
    }
  }

  async #read(
    request: IncomingMessage,
    text: string,
    known: Credential,
    question: HighlightsRequest,
  ): Promise<QuickAnswer | null> {
    const credential = await this.#tokens.verify(text)
    if (credential?.id !== known.id) return null
    const allowance = this.#take(request, known)
    if (!allowance.allowed) return null
    return { allowance, body: await this.#highlights.answer(known.accountId, question) }
  }

  /** Counts a request, and only once, although the framework may answer it after all. */
  #take(request: IncomingMessage, { id }: Pick<Credential, 'id'>): RateLimitResult {
    const counted = this.#counted.get(request) ?? this.limit.take(id, this.#web.clock.now())
    this.#counted.set(request, counted)
    return counted
  }

  #send(request: IncomingMessage, response: ServerResponse, { body, allowance }: QuickAnswer): void {
    const { log, metrics } = this.#web
    const id = requestIdFrom(request.headers['x-request-id']?.toString())
    const limits = Object.entries(rateLimitHeaders(this.limit, allowance)).flat()
    const more = ['X-Request-Id', id, 'Content-Length', String(body.length)]
    writeResponse(response, { status: 200, headers: [...this.#always, ...limits, ...more], body })
    const answered = { method: 'GET', route: HIGHLIGHTS_PATH, status: 200 }
    withRequestId(id, () => log.info('request', { ...answered, ms: 0 }))
    metrics.request({ ...answered, seconds: 0 })
  }

  serve(app: OpenAPIHono): void {
    const reading = createDatabaseRead(this.#web)
    const gate = createBearerAuth(text => this.#tokens.verify(text), { scope: READ_HIGHLIGHTS })
    const answer = async (c: Context) => {
      const token = await reading(() => gate(c.req.header('Authorization')))
      const allowance = this.#take((c.env as HttpBindings).incoming, token)
      for (const [name, value] of Object.entries(rateLimitHeaders(this.limit, allowance)))
        c.header(name, value)
      if (!allowance.allowed) throw tooManyRequests(this.limit, allowance)
      const question = parseHighlightsRequest(new URL(c.req.url).searchParams)
      const body = await reading(() => this.#highlights.answer(token.accountId, question))
      return c.body(new Uint8Array(body), 200, { 'Content-Type': MEDIA_TYPE })
    }
    describeHighlights(app)
    app.use(HIGHLIGHTS_PATH, notKept)
    app.get(HIGHLIGHTS_PATH, answer)
    app.options(HIGHLIGHTS_PATH, c => c.body(null, 204, { Allow: 'GET, HEAD, OPTIONS' }))
  }
}

/** The question of a request; null if it has parameters that are not accepted. */
function questionIn(url: string): HighlightsRequest | null {
  try {
    return parseHighlightsRequest(new URLSearchParams(url.slice(HIGHLIGHTS_PATH.length)))
  } catch {
    return null
  }
}

const notKept: MiddlewareHandler = (c, next) => {
  c.header('Cache-Control', CACHE_CONTROL)
  return next()
}
