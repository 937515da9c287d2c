import { OpenAPIHono } from '@hono/zod-openapi'
import type { Context, MiddlewareHandler } from 'hono'
import { compress } from 'hono/compress'
import { HTTPException } from 'hono/http-exception'
import { methodNotAllowed } from 'hono/method-not-allowed'
import { matchedRoutes } from 'hono/route'
import type { FeedCheck } from '#changelog/feeds/feed-check.ts'
import { transportSecurity } from '#changelog/feeds/http.ts'
import { DatabaseFailure } from '#platform/db/failure.ts'
import { AppError, type ErrorCode, messageOf } from '#platform/errors.ts'
import { requestIdFrom, withRequestId } from '#platform/log.ts'
import { escapeMarkup } from '#platform/markup/markup.ts'
import { BodyReader } from './body-reader.ts'
import { serveCallbacks } from './callbacks/routes.ts'
import type { WebContext } from './context.ts'
import { serveDashboard } from './dashboard-api/api.ts'
import { HighlightsEndpoint } from './highlights/routes.ts'
import { htmlPage, pathPrefix } from './html-pages.ts'
import { MCP_PATH } from './mcp/metadata.ts'
import { serveMcp } from './mcp/routes.ts'
import { serveDiscoveryDocuments } from './oauth/metadata.ts'
import { serveOAuth } from './oauth/routes.ts'
import { describeFeeds } from './openapi/feeds.ts'
import { serveOpenApi } from './openapi/routes.ts'
import { HttpError, PROBLEM_MEDIA_TYPE, type Problem, problemFor } from './problems.ts'
import { serveApiCatalog } from './site/api-catalog.ts'
import { ChangelogPages, serveChangelogPages } from './site/changelog-page.ts'
import { serveCrawlers } from './site/crawlers.ts'
import { PublishedImages, serveImages } from './site/images.ts'
import { PAGE_POLICY, servePages } from './site/pages.ts'
import { serveClientMetadata, serveSocialReturns } from './site/social.ts'
import { serveStatus } from './site/status.ts'
import { serveUnsubscribe } from './site/unsubscribe.ts'
import { serveWidget } from './site/widget.ts'

/** The parts that answer before the framework if their answer is in memory. */
export const answersFromMemory = (web: WebContext) => ({
  pages: new ChangelogPages(web),
  images: new PublishedImages(web),
  highlights: new HighlightsEndpoint(web),
})

/** Registers every route except the feeds, which `server.ts` serves before the framework. `stopping` ends the streams of events. */
export function createApp(
  web: WebContext,
  check: FeedCheck,
  { pages, images, highlights }: ReturnType<typeof answersFromMemory>,
  stopping: AbortSignal = new AbortController().signal,
): OpenAPIHono {
  const app = new OpenAPIHono()
  const bodies = new BodyReader()
  const started = web.clock.now()
  app.use(requestLog(web), plainHeaders(web.baseUrl), compressed, endBodyOfHead, (c, next) => {
    c.set('bodies', bodies)
    return next()
  })
  answerFailures(app, web)
  serveChangelogPages(app, web, pages)
  describeFeeds(app)
  highlights.serve(app)
  serveMcp(app, web, highlights.limit)
  serveApiCatalog(app, web.baseUrl, started)
  serveDiscoveryDocuments(app, web.baseUrl)
  serveOAuth(app, web)
  serveStatus(app, web, check)
  serveOpenApi(app, web.baseUrl, started)
  serveCallbacks(app, web.webhooks)
  servePages(app, web.baseUrl)
  serveUnsubscribe(app, web)
  serveWidget(app)
  serveCrawlers(app, web)
  serveClientMetadata(app, web)
  serveSocialReturns(app, web)
  serveImages(app, images)
  serveDashboard(app, web, stopping)
  return app
}

/**
 * Logs and counts the route pattern, never the path, because paths contain account ids and tokens. The
 * response contains the id of the request.
 */
const requestLog =
  ({ log, metrics }: WebContext): MiddlewareHandler =>
  (c, next) => {
    const id = requestIdFrom(c.req.header(REQUEST_ID))
    return withRequestId(id, async () => {
      const start = performance.now()
      await next()
      const ms = Math.round((performance.now() - start) * 10) / 10
      if (!isShared(c.res)) c.res.headers.set(REQUEST_ID, id)
      const measured = { method: c.req.method, route: routeOf(c), status: c.res.status }
      log.info('request', { ...measured, ms })
      metrics.request({ ...measured, seconds: ms / 1_000 })
    })
  }

/** Whether the response may be cached for others. It then has no request id, since that would be somebody else's. */
const isShared = ({ headers }: Response): boolean =>
  headers.get('cache-control')?.startsWith('public') ?? false

/** The header for request ids. The IANA has not registered it, but proxies send and expect it. */
const REQUEST_ID = 'X-Request-Id'

/** The route that answered, or that would have answered if no middleware had refused the request. */
function routeOf(c: Context): string {
  const routes = matchedRoutes(c)
  const answers = routes.find(({ handler }, n) => n >= c.req.routeIndex && handler.length < 2)
  return (answers ?? routes.at(-1))?.path ?? ''
}

/**
 * Ends the body of a response to HEAD. The framework runs the handler of GET and only drops the body, so a
 * handler that streams would never learn that nobody reads.
 */
const endBodyOfHead: MiddlewareHandler = async (c, next) => {
  await next()
  if (c.req.method === 'HEAD') await c.res.body?.cancel()
}

const plainHeaders = (baseUrl: string): MiddlewareHandler => {
  const [name, value] = transportSecurity(baseUrl)
  return async (c, next) => {
    await next()
    c.res.headers.set('X-Content-Type-Options', 'nosniff')
    if (!c.res.headers.has('Referrer-Policy'))
      c.res.headers.set('Referrer-Policy', 'strict-origin-when-cross-origin')
    if (name && value) c.res.headers.set(name, value)
  }
}

/** The value of `Retry-After` by error code, in seconds. */
const LATER: Partial<Record<ErrorCode, string>> = { unavailable: '10', rate_limited: '60' }

function waitOf(error: unknown): Record<string, string> {
  const seconds = error instanceof AppError ? LATER[error.code] : undefined
  return seconds === undefined ? {} : { 'Retry-After': seconds }
}

const compressing = compress()

/**
 * Compresses responses, except private ones: the length of a compressed response can reveal its content to somebody who chooses a part of
 * it (BREACH). The API of the dashboard is compressed all the same, because only pages of our own origin can read it.
 */
const compressed: MiddlewareHandler = (c, next) => {
  const { path } = c.req
  const isOwnPage = path.startsWith('/app/api/') && c.req.header('Sec-Fetch-Site') === 'same-origin'
  const isPrivate = /^\/(?:app\/)?api\//.test(path) || path.replace(/\/$/, '') === MCP_PATH
  return isPrivate && !isOwnPage ? next() : compressing(c, next)
}

/** Turns the framework's error for malformed JSON into one of ours. */
const readable = (error: Error): Error =>
  error instanceof HTTPException && error.status === 400
    ? new AppError('invalid_parameter', 'The body is not JSON.', { cause: error })
    : error

/** Answers failures: browsers get a page, programs a problem document. A path that has other methods says which. */
function answerFailures(app: OpenAPIHono, { baseUrl, log }: WebContext): void {
  const problem = async (c: Context, error: unknown, headers: Record<string, string> = {}) => {
    const document = problemFor(baseUrl, error)
    const common = { 'Cache-Control': 'private, no-store', Vary: 'Accept', ...headers }
    return wantsPage(c)
      ? c.body(await errorPage(baseUrl, document), document.status as 500, {
          ...ERROR_PAGE_HEADERS,
          ...common,
        })
      : c.body(JSON.stringify(document), document.status as 500, {
          'Content-Type': PROBLEM_MEDIA_TYPE,
          ...common,
        })
  }
  const onMethodNotAllowed = (c: Context, methods: string[]) => {
    const Allow = methods.join(', ')
    return problem(c, new AppError('method_not_allowed', `This address accepts only ${Allow}.`), { Allow })
  }
  app.use(methodNotAllowed({ app, onMethodNotAllowed }))
  app.notFound(c => problem(c, new AppError('not_found', 'Nothing was found at this address.')))
  app.onError((thrown, c) => {
    const error = readable(thrown)
    // Work that ends because its reader has left has not failed.
    const hasLeft = thrown.name === 'AbortError' && c.req.raw.signal.aborted
    if (!hasLeft && (!(error instanceof AppError) || error instanceof DatabaseFailure))
      log.error('a request failed', { error: messageOf(error) })
    const { headers } = error instanceof HttpError ? error : { headers: waitOf(error) }
    return problem(c, error, headers)
  })
}

/** Whether the client is a browser that opens an address: browsers name HTML first, programs do not (RFC 9110, section 12.5.1). */
const wantsPage = (c: Context): boolean => /^\s*text\/html\b/i.test(c.req.header('accept') ?? '')

/** A page for people about a problem: what happened, and where to go from here. */
async function errorPage(baseUrl: string, { title, detail }: Problem): Promise<string> {
  const home = `${pathPrefix(baseUrl)}/`
  return htmlPage(baseUrl, {
    ...{ title, description: detail, path: '' },
    body: `<main id="content" class="sheet"><h1>${escapeMarkup(title)}</h1><p>${escapeMarkup(detail)}</p><p><a href="${home}">Go to the start page</a></p></main>`,
  })
}

const ERROR_PAGE_HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': PAGE_POLICY,
}
