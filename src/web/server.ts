import { createServer as createHttpServer, type Server } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { createFeedCheck } from '#changelog/feeds/check.ts'
import { createFeedHandler } from '#changelog/feeds/serve.ts'
import { markdownRenderer } from '#platform/markup/markdown.ts'
import { createApp } from './app.ts'
import type { WebContext } from './context.ts'
import { problemFor } from './problems.ts'

/**
 * Bounds on what a stranger may make us hold: a slow client has this long to send its headers and its whole request (the largest
 * callback is 25 MiB), an idle connection is kept a little longer than common proxies keep theirs.
 */
const LIMITS = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 15_000,
  requestTimeout: 120_000,
  keepAliveTimeout: 75_000,
}

/** The web server, not yet listening: the feeds' raw handler first, then everything else. */
export function createServer(web: WebContext): Server {
  const check = createFeedCheck(web.db)
  const handleFeed = createFeedHandler({
    ...web,
    check,
    problem: (error, status) => JSON.stringify(problemFor(web.baseUrl, error, status)),
  })
  const handleRest = getRequestListener(createApp(web, check).fetch, { overrideGlobalObjects: false })
  const server = createHttpServer(LIMITS, (request, response) => {
    if (!handleFeed(request, response)) void handleRest(request, response)
  })
  // Loaded once we listen, so that neither the start nor the first reader waits for it.
  server.once('listening', () => markdownRenderer().catch(() => {}))
  return server
}

const SWEEP_EVERY_MS = 50

/** Takes no new connection, lets requests finish, and cuts what is still open after the patience (milliseconds) is spent. */
export async function closeServer(server: Server, patience: number): Promise<void> {
  const closed = new Promise<void>(resolve => server.close(() => resolve()))
  // A connection that is kept alive after its answer would hold us until the client lets go of it.
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_EVERY_MS)
  const cut = setTimeout(() => server.closeAllConnections(), patience)
  await closed
  clearInterval(sweep)
  clearTimeout(cut)
}
