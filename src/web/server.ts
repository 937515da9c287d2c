import { createServer as createHttpServer, type Server } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { createFeedCheck } from '#changelog/feeds/feed-check.ts'
import { FeedHandler } from '#changelog/feeds/serve.ts'
import { feedDocument } from '#changelog/page/html/feed.ts'
import { AppError } from '#platform/errors.ts'
import { answersFromMemory, createApp } from './app.ts'
import type { WebContext } from './context.ts'
import { pathPrefix } from './html-pages.ts'
import { PROBLEM_MEDIA_TYPE, problemFor } from './problems.ts'
import { fontAddresses, policiesOf } from './site/page-responses.ts'

/**
 * The limits for slow clients in milliseconds: for the headers, for the whole request (webhooks may be 25
 * MiB), and for an idle connection, which stays open a little longer than common proxies keep theirs.
 */
const LIMITS = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 15_000,
  requestTimeout: 120_000,
  keepAliveTimeout: 75_000,
}

/**
 * Creates the web server without listening. Answers that are in memory (feeds, pages, images and highlights)
 * come first, then the framework.
 */
export function createServer(web: WebContext): Server {
  const check = createFeedCheck(web.db)
  const feeds = new FeedHandler({
    ...web,
    check,
    page: async (feed, address) => {
      const document = await feedDocument(feed, address, await fontAddresses(pathPrefix(web.baseUrl)))
      return { html: document.html, headers: policiesOf(document) }
    },
    problem: (error, status) => JSON.stringify(problemFor(web.baseUrl, error, status)),
  })
  const stopping = new AbortController()
  const memory = answersFromMemory(web)
  const fromMemory = Object.values(memory)
  const app = createApp(web, check, memory, stopping.signal)
  const handleRest = getRequestListener(app.fetch, { overrideGlobalObjects: false })
  const twoHosts = new AppError('invalid_parameter', 'A request has one Host header.')
  const server = createHttpServer(LIMITS, (request, response) => {
    if (countHosts(request.rawHeaders) > 1) {
      const headers = { 'Content-Type': PROBLEM_MEDIA_TYPE, Connection: 'close' }
      response.writeHead(400, headers).end(JSON.stringify(problemFor(web.baseUrl, twoHosts, 400)))
      return
    }
    if (feeds.handle(request, response)) return
    const rest = () => void handleRest(request, response)
    if (!fromMemory.some(those => those.answerFromMemory(request, response, rest))) rest()
  })
  server.once(STOPPING, () => stopping.abort())
  return server
}

/** Counts the `Host` headers in a list of alternating names and values. */
const countHosts = (headers: readonly string[]): number =>
  headers.filter((name, at) => at % 2 === 0 && name.length === 4 && name.toLowerCase() === 'host').length

/** The event that is emitted before the server stops, so that streams of events end. */
const STOPPING = 'stopping'
const SWEEP_EVERY_MS = 50

/**
 * Stops accepting connections, ends streams of events, lets running requests finish, and closes whatever is still open after `timeoutMs`.
 */
export async function closeServer(server: Server, timeoutMs: number): Promise<void> {
  server.emit(STOPPING)
  const closed = new Promise<void>(resolve => server.close(() => resolve()))
  // Otherwise idle keep-alive connections would delay the shutdown until the client closes them.
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_EVERY_MS)
  const cut = setTimeout(() => server.closeAllConnections(), timeoutMs)
  await closed
  clearInterval(sweep)
  clearTimeout(cut)
}
