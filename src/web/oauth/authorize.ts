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

/** Returns a function that parses authorization requests and throws `UntrustedClientError` if the client is unknown. */
export function authorizationRequestParser({ db, baseUrl, dashboard }: WebContext) {
  const options = { clientOf: clientLookup(db, dashboard.clientDocuments), resource: mcpUrl(baseUrl) }
  return (query: URLSearchParams): Promise<AuthorizationRequest | InvalidRequest> =>
    parseAuthorizationRequest(options, query)
}

/** The URL that redirects to the client with the response. `iss` (RFC 9207) protects against mix-up attacks. */
export const authorizationResponseUrl = (
  baseUrl: string,
  { redirectUri, state }: Pick<AuthorizationRequest, 'redirectUri' | 'state'>,
  answer: Readonly<Record<string, string>>,
): string => redirectWith(redirectUri, { ...answer, ...(state !== null && { state }), iss: baseUrl })

/** The headers of a page that has no scripts and is neither framed nor stored. */
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

/** The page that is shown if the client is unknown, instead of a redirect. */
export const untrustedClientPage = (baseUrl: string, why: string): Promise<string> =>
  page(baseUrl, `<p>${shown(why)}</p><p>Nothing was shared. Start again in the app that sent you here.</p>`)

/**
 * The page that is shown if a known client sent an invalid request. It has a link back to the client instead
 * of a redirect, which would make this server an open redirector.
 */
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
