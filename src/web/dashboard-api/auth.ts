import type { OpenAPIHono } from '@hono/zod-openapi'
import { AUTH_PATH } from '#accounts/auth/sign-in-links.ts'
import { AppError, type ErrorCode } from '#platform/errors.ts'
import type { DashboardContext } from '#web/context.ts'
import { limitBody } from '#web/request-bodies.ts'
import { headersWithClient, noStore, sameOriginOnly } from '#web/session-guard.ts'

/** An address and a password, or where GitHub is to lead back to. */
const MOST_BYTES = 16 * 1024

/** The sign-in library's own addresses, its errors told in our way. */
export function serveAuth(app: OpenAPIHono, desk: DashboardContext, baseUrl: string): void {
  app.use(`${AUTH_PATH}/*`, noStore, sameOriginOnly(baseUrl), limitBody(MOST_BYTES))
  app.on(['GET', 'POST'], `${AUTH_PATH}/*`, async c => {
    const signIn = await desk.signIn()
    const { method, url } = c.req
    const body = method === 'POST' ? await c.req.text() : null
    const response = await signIn.handle({ method, url, headers: headersWithClient(c, desk), body })
    return response.status < 400 ? response : refuse(response)
  })
}

function refuse({ status }: Response): never {
  const [code, sentence] = REFUSALS[status] ?? (status < 500 ? UNREADABLE : OTHER)
  throw new AppError(code, sentence)
}

const OTHER: [ErrorCode, string] = ['unavailable', 'Signing in does not work at the moment.']

const UNREADABLE: [ErrorCode, string] = ['invalid_parameter', 'That is not an e-mail address and a password.']

/** What the library says is not repeated: it quotes what was sent. */
const REFUSALS: Record<number, [ErrorCode, string]> = {
  401: ['unauthorized', 'This address and this password do not belong together.'],
  403: ['insufficient_scope', 'That is not taken from there.'],
  404: ['not_found', 'There is nothing at this address.'],
}
