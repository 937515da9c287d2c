import { clientLookup } from '#auth/oauth/client-documents.ts'
import { redirectTarget, redirectWith } from '#auth/oauth/redirects.ts'
import {
  type AuthorizationRequest,
  type InvalidRequest,
  parseAuthorizationRequest,
} from '#auth/oauth/request.ts'
import { escapeMarkup } from '#platform/markup/markup.ts'
import { safeLine } from '#platform/text.ts'
import type { WebContext } from '#web/context.ts'
import { htmlPage } from '#web/html-pages.ts'
import { mcpUrl } from '#web/mcp/metadata.ts'
import { pagePolicy } from '#web/response-headers.ts'

/** Returns a function that parses authorization requests. It throws `UntrustedClientError` when the client is unknown. */
export function authorizationRequestParser({ db, baseUrl, dashboard }: WebContext) {
  const options = { clientOf: clientLookup(db, dashboard.clientDocuments), resource: mcpUrl(baseUrl) }
  return (query: URLSearchParams): Promise<AuthorizationRequest | InvalidRequest> =>
    parseAuthorizationRequest(options, query)
}

/** The redirect to the client with the response. `iss` (RFC 9207) protects against mix-up attacks. */
export const authorizationResponseUrl = (
  baseUrl: string,
  { redirectUri, state }: Pick<AuthorizationRequest, 'redirectUri' | 'state'>,
  answer: Readonly<Record<string, string>>,
): string => redirectWith(redirectUri, { ...answer, ...(state !== null && { state }), iss: baseUrl })

/** Headers of a page without scripts that is neither framed nor stored. */
export const OAUTH_PAGE_HEADERS = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': pagePolicy(),
  'X-Frame-Options': 'DENY',
}

const shown = (text: string): string => escapeMarkup(safeLine(text))

const page = (baseUrl: string, body: string): Promise<string> =>
  htmlPage(baseUrl, {
    title: 'This app cannot be connected',
    description: 'An app sent an authorization request that cannot be granted.',
    path: '',
    body: `<main id="content" class="sheet"><h1>This app cannot be connected</h1>${body}</main>`,
  })

/** Shown when the client is unknown; the browser is not redirected. */
export const untrustedClientPage = (baseUrl: string, why: string): Promise<string> =>
  page(baseUrl, `<p>${shown(why)}</p><p>Nothing was shared. Start again in the app that sent you here.</p>`)

/** Shown when a known client sent an invalid request. A link leads back, instead of a redirect, so that we are no open redirector. */
export function invalidRequestPage(
  baseUrl: string,
  { client, redirectUri, error }: InvalidRequest,
  address: string,
): Promise<string> {
  const { name } = redirectTarget(redirectUri)
  return page(
    baseUrl,
    `<p>${shown(client.name)} sent a request that cannot be granted: ${shown(error.message)}</p>
<p>Nothing was shared. If you came from <strong>${shown(name)}</strong>, it can tell you more:</p>
<p class="actions"><a class="button" href="${escapeMarkup(address)}" rel="noreferrer">Back to ${shown(name)}</a></p>`,
  )
}
