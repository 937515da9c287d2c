import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context, MiddlewareHandler } from 'hono'
import type { Person } from '#accounts/people.ts'
import { CLIENT_HEADER } from '#auth/sign-in-links.ts'
import { UPLOAD_LIMIT } from '#changelog/entries/images/picture.ts'
import { AppError } from '#platform/errors.ts'
import { clientAddress } from './client-address.ts'
import type { DashboardServices } from './context.ts'
import { withLimitedBody } from './request-bodies.ts'

/** The variables of a request with a session. */
export interface SessionEnv {
  Variables: { person: Person; sessionId: string }
}

const READING = ['GET', 'HEAD', 'OPTIONS']

/** Whether a page of our own origin sent the request. Pages cannot forge the `Origin` header. */
const isFromOwnOrigin = (c: Context, baseUrl: string): boolean =>
  c.req.header('Origin') === new URL(baseUrl).origin

/**
 * Accepts changes only from our own pages. A change without an `Origin` header is refused too.
 * `hono/csrf` is less strict: it checks only requests with the content type of a form.
 */
export function sameOriginOnly(baseUrl: string): MiddlewareHandler {
  return async (c, next) => {
    if (!READING.includes(c.req.method) && !isFromOwnOrigin(c, baseUrl)) {
      throw new AppError(
        'insufficient_scope',
        `Changes are only accepted from ${baseUrl}/app. Open it there.`,
      )
    }
    await next()
  }
}

const MOST_BYTES = 256 * 1024
const POSTER_LIMIT = 4 * 1024 * 1024

/** The routes with a higher limit, which take images. */
const UPLOADS: [path: RegExp, most: number, method?: string][] = [
  [/^\/app\/api\/accounts\/[^/]+\/images$/, POSTER_LIMIT, 'POST'],
  [/^\/app\/api\/accounts\/[^/]+\/(?:entries\/[^/]+\/image|page\/logo)$/, UPLOAD_LIMIT],
]

/** Reads the body of a request with a session. Throws `too_large` if it is larger than our pages send. */
export const limitDashboardBody: MiddlewareHandler = (c, next) => {
  const upload = UPLOADS.find(([path, , method = 'PUT']) => c.req.method === method && path.test(c.req.path))
  return withLimitedBody(c, 'members', upload?.[1] ?? MOST_BYTES, next)
}

/** The client's address; null if it is unknown. */
export const clientAddressOf = (c: Context, { trustedProxies }: DashboardServices): string | null =>
  clientAddress(getConnInfo(c).remote.address, c.req.header('X-Forwarded-For'), trustedProxies)

/** The request's headers, with the client's address in `CLIENT_HEADER`. A value that the client sent is dropped. */
export function headersWithClient(c: Context, dashboard: DashboardServices): Headers {
  const headers = new Headers(c.req.raw.headers)
  const client = clientAddressOf(c, dashboard)
  headers.delete(CLIENT_HEADER)
  if (client !== null) headers.set(CLIENT_HEADER, client)
  return headers
}

/** Sets `person` and `sessionId`. Throws `unauthorized` without a session, and for a page that belongs to somebody else. */
export const requireSession =
  (dashboard: DashboardServices): MiddlewareHandler<SessionEnv> =>
  async (c, next) => {
    const signIn = await dashboard.signIn()
    const signedIn = await signIn.signedIn(headersWithClient(c, dashboard))
    const shownTo = c.req.header('Tidings-Person')
    if (!signedIn || (shownTo && shownTo !== signedIn.person.id))
      throw new AppError('unauthorized', 'Sign in to continue.')
    c.set('person', signedIn.person)
    c.set('sessionId', signedIn.sessionId)
    setCookies(c, signedIn.cookies)
    await next()
  }

export function setCookies(c: Context, cookies: readonly string[]): void {
  for (const cookie of cookies) c.header('Set-Cookie', cookie, { append: true })
}
