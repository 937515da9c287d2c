import type { OpenAPIHono } from '@hono/zod-openapi'
import { AUTH_PATH } from '#auth/sign-in-links.ts'
import { AppError, type ErrorCode } from '#platform/errors.ts'
import type { DashboardServices } from '#web/context.ts'
import { limitBody } from '#web/request-bodies.ts'
import { noStore } from '#web/response-headers.ts'
import { headersWithClient, sameOriginOnly } from '#web/session-guard.ts'

/** The limit of a body: enough for an address and a password, or a redirect URL. */
const MOST_BYTES = 16 * 1024

/** Serves the routes of the sign-in library, and turns its errors into problem documents. */
export function serveAuth(app: OpenAPIHono, dashboard: DashboardServices, baseUrl: string): void {
  app.use(`${AUTH_PATH}/*`, noStore, sameOriginOnly(baseUrl), limitBody(MOST_BYTES))
  app.on(['GET', 'POST'], `${AUTH_PATH}/*`, async c => {
    const signIn = await dashboard.signIn()
    const { method, url } = c.req
    const body = method === 'POST' ? await c.req.text() : null
    const response = await signIn.handle({ method, url, headers: headersWithClient(c, dashboard), body })
    return response.status < 400 ? response : refuse(response)
  })
}

function refuse({ status }: Response): never {
  const [code, sentence] = REFUSALS[status] ?? (status < 500 ? UNREADABLE : OTHER)
  throw new AppError(code, sentence)
}

const OTHER: [ErrorCode, string] = ['unavailable', 'Signing in is not available right now. Try again later.']

const UNREADABLE: [ErrorCode, string] = ['invalid_parameter', 'Enter an email address and a password.']

/** Our error messages by status. Those of the library are not used, because they repeat what was sent. */
const REFUSALS: Record<number, [ErrorCode, string]> = {
  401: ['unauthorized', 'The email address or password is wrong.'],
  403: ['insufficient_scope', 'This request came from another site.'],
  404: ['not_found', 'Nothing was found at this address.'],
}
