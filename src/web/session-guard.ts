import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context, MiddlewareHandler } from 'hono'
import { CLIENT_HEADER } from '#accounts/auth/sign-in-links.ts'
import type { Person } from '#accounts/people.ts'
import { UPLOAD_LIMIT } from '#changelog/entries/images/picture.ts'
import { AppError } from '#platform/errors.ts'
import { clientAddress } from './client-address.ts'
import type { DashboardContext } from './context.ts'
import { withLimitedBody } from './request-bodies.ts'

/** Requests that a session answers for. */
export interface SessionEnv {
  Variables: { person: Person; sessionId: string }
}

const READING = ['GET', 'HEAD', 'OPTIONS']

/**
 * Every change comes from our own pages: browsers say in `Origin` where a request was made, and a page cannot lie in it. A change
 * without one is refused too.
 */
export function sameOriginOnly(baseUrl: string): MiddlewareHandler {
  const { origin } = new URL(baseUrl)
  return async (c, next) => {
    if (!READING.includes(c.req.method) && c.req.header('Origin') !== origin) {
      throw new AppError('insufficient_scope', `Changes are taken from ${baseUrl}/app alone; open it there.`)
    }
    await next()
  }
}

const MOST_BYTES = 256 * 1024

/** Where more is sent: images and past changelogs. */
const UPLOADS: [path: RegExp, most: number][] = [
  [/^\/app\/api\/accounts\/[^/]+\/entries\/[^/]+\/image$/, UPLOAD_LIMIT],
  [/^\/app\/api\/accounts\/[^/]+\/past$/, 4 * 1024 * 1024],
]

/** Reads the body of a request of somebody who is signed in. `too_large` for more than any of our pages sends. */
export const limitDashboardBody: MiddlewareHandler = (c, next) => {
  const upload = UPLOADS.find(([path]) => c.req.method === 'PUT' && path.test(c.req.path))
  return withLimitedBody(c, upload?.[1] ?? MOST_BYTES, next)
}

/** Nothing inside an account is kept by anybody on the way. */
export const noStore: MiddlewareHandler = async (c, next) => {
  await next()
  c.res.headers.set('Cache-Control', 'no-store')
}

/** The address of whoever asks; null where it cannot be known. */
export const clientAddressOf = (c: Context, { trustedProxies }: DashboardContext): string | null =>
  clientAddress(getConnInfo(c).remote.address, c.req.header('X-Forwarded-For'), trustedProxies)

/** The request's headers, with the client's address in a header that no client can set. */
export function headersWithClient(c: Context, desk: DashboardContext): Headers {
  const headers = new Headers(c.req.raw.headers)
  const client = clientAddressOf(c, desk)
  headers.delete(CLIENT_HEADER)
  if (client !== null) headers.set(CLIENT_HEADER, client)
  return headers
}

/** `unauthorized` for whoever is not signed in. */
export const requireSession =
  (desk: DashboardContext): MiddlewareHandler<SessionEnv> =>
  async (c, next) => {
    const signIn = await desk.signIn()
    const signedIn = await signIn.signedIn(headersWithClient(c, desk))
    if (!signedIn) throw new AppError('unauthorized', 'Sign in first.')
    c.set('person', signedIn.person)
    c.set('sessionId', signedIn.sessionId)
    setCookies(c, signedIn.cookies)
    await next()
  }

export function setCookies(c: Context, cookies: readonly string[]): void {
  for (const cookie of cookies) c.header('Set-Cookie', cookie, { append: true })
}
