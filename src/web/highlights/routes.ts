import type { OpenAPIHono } from '@hono/zod-openapi'
import type { Context, MiddlewareHandler } from 'hono'
import type { RateLimiter } from '#auth/rate-limit.ts'
import { READ_HIGHLIGHTS } from '#auth/tokens.ts'
import { tokenVerifier } from '#auth/verifier.ts'
import { createHighlights } from '#changelog/highlights/highlights.ts'
import { parseHighlightsRequest } from '#changelog/highlights/request.ts'
import { createBearerAuth } from '#web/bearer-auth.ts'
import type { WebContext } from '#web/context.ts'
import { createDatabaseRead } from '#web/database-reads.ts'
import { describeHighlights, HIGHLIGHTS_PATH } from '#web/openapi/highlights.ts'
import { rateLimitHeaders, tooManyRequests } from '#web/rate-limits.ts'

/** The highlights query. Checks the token, its scope, the rate limit, and then the parameters. */
export function serveHighlights(app: OpenAPIHono, web: WebContext, limit: RateLimiter): void {
  const { db, clock } = web
  const reading = createDatabaseRead(web)
  const gate = createBearerAuth(tokenVerifier(web, 'api'), { scope: READ_HIGHLIGHTS })
  const ask = createHighlights({ db, clock })

  const answer = async (c: Context) => {
    const token = await reading(() => gate(c.req.header('Authorization')))
    const allowance = limit.take(token.id, clock.now())
    for (const [name, value] of Object.entries(rateLimitHeaders(limit, allowance))) c.header(name, value)
    if (!allowance.allowed) throw tooManyRequests(limit, allowance)
    const question = parseHighlightsRequest(new URL(c.req.url).searchParams)
    const text = await reading(() => ask(token.accountId, question))
    return c.body(text, 200, { 'Content-Type': 'application/json' })
  }

  describeHighlights(app)
  app.use(HIGHLIGHTS_PATH, notKept)
  app.get(HIGHLIGHTS_PATH, answer)
  app.options(HIGHLIGHTS_PATH, c => c.body(null, 204, { Allow: 'GET, HEAD, OPTIONS' }))
}

/** Responses and errors are private and not stored. */
const notKept: MiddlewareHandler = (c, next) => {
  c.header('Cache-Control', 'private, no-store')
  return next()
}
