import { Hono } from 'hono'
import { z } from 'zod'
import { membershipsOf, requireRole } from '#accounts/members.ts'
import { isClientDocumentUrl } from '#auth/oauth/client-documents.ts'
import { grantAccess } from '#auth/oauth/grants.ts'
import { redirectTarget } from '#auth/oauth/redirects.ts'
import { type AuthorizationRequest, knownParameters, UntrustedClientError } from '#auth/oauth/request.ts'
import { AppError } from '#platform/errors.ts'
import type { WebContext } from '#web/context.ts'
import { authorizationRequestParser, authorizationResponseUrl } from '#web/oauth/authorize.ts'
import { jsonBody } from '#web/request-bodies.ts'
import type { SessionEnv } from '#web/session-guard.ts'

const request = z.string().max(10_000)

/** Routes of the consent screen for an OAuth client. Consent is asked for each time and never remembered. */
export function consent(web: WebContext) {
  const { db, clock, baseUrl, dashboard } = web
  const read = authorizationRequestParser(web)

  return new Hono<SessionEnv>()
    .post('/consent/look', jsonBody(z.object({ request })), async c => {
      const { client, redirectUri, scope } = await grantable(c.req.valid('json').request)
      const memberships = await membershipsOf(db.read, c.var.person.id)
      const [latest] = memberships.toSorted((a, b) => (b.openedAt ?? 0) - (a.openedAt ?? 0))
      return c.json({
        client: {
          name: client.name,
          /** The host that publishes the client's metadata; null for a client that registered itself. */
          site: isClientDocumentUrl(client.id) ? new URL(client.id).host : null,
        },
        target: redirectTarget(redirectUri),
        scope,
        email: c.var.person.email,
        accounts: memberships.map(({ account }) => ({ id: account.publicId, name: account.name })),
        current: latest?.account.publicId ?? null,
      })
    })
    .post('/consent/allow', jsonBody(z.object({ request, account: z.string() })), async c => {
      const { person } = c.var
      const given = c.req.valid('json')
      const asked = await grantable(given.request)
      const { account } = await requireRole(db.read, c.var, given.account, 'viewer')
      const agreed = { ...asked, personId: person.id, accountId: account.id }
      const code = await db.write(tx => grantAccess(tx, { clock, ids: dashboard.ids }, agreed))
      return c.json({ location: authorizationResponseUrl(baseUrl, asked, { code }) })
    })
    .post('/consent/deny', jsonBody(z.object({ request })), async c => {
      const asked = await grantable(c.req.valid('json').request)
      return c.json({ location: authorizationResponseUrl(baseUrl, asked, { error: 'access_denied' }) })
    })

  /** Parses the authorization request again, because it comes from the page's URL and can be forged. */
  async function grantable(text: string): Promise<AuthorizationRequest> {
    const found = await read(knownParameters(new URLSearchParams(text))).catch(refuse)
    if ('error' in found) throw new AppError('invalid_parameter', found.error.message)
    return found
  }
}

function refuse(error: unknown): never {
  throw error instanceof UntrustedClientError ? new AppError('invalid_parameter', error.message) : error
}
