import { clientLookup } from '#accounts/auth/oauth/client-documents.ts'
import { redirectTarget, redirectWith } from '#accounts/auth/oauth/redirects.ts'
import {
  type AuthorizationRequest,
  type InvalidRequest,
  parseAuthorizationRequest,
} from '#accounts/auth/oauth/request.ts'
import { escapeMarkup } from '#platform/markup/markup.ts'
import { safeLine } from '#platform/text.ts'
import type { WebContext } from '#web/context.ts'
import { htmlPage } from '#web/html-pages.ts'
import { mcpUrl } from '#web/mcp/metadata.ts'

/** Reads what a client asks a person for; `Untrusted` where it is not known who asks. */
export function authorizationRequestParser({ db, baseUrl, dashboard }: WebContext) {
  const means = { clientOf: clientLookup(db, dashboard.clientDocuments), resource: mcpUrl(baseUrl) }
  return (query: URLSearchParams): Promise<AuthorizationRequest | InvalidRequest> =>
    parseAuthorizationRequest(means, query)
}

/** Where the person's browser goes with the answer. It says who answers (RFC 9207), so that a client cannot be told another's. */
export const authorizationResponseUrl = (
  baseUrl: string,
  { redirectUri, state }: Pick<AuthorizationRequest, 'redirectUri' | 'state'>,
  answer: Readonly<Record<string, string>>,
): string => redirectWith(redirectUri, { ...answer, ...(state !== null && { state }), iss: baseUrl })

/** No script, no frame around it, and not kept. */
export const ERROR_PAGE_HEADERS = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'X-Frame-Options': 'DENY',
}

const shown = (text: string): string => escapeMarkup(safeLine(text))

const page = (baseUrl: string, body: string): Promise<string> =>
  htmlPage(baseUrl, {
    title: 'This program cannot be connected',
    description: 'A program asked to be connected in a way that cannot be granted.',
    path: '',
    body: `<main id="content" class="sheet"><h1>This program cannot be connected</h1>${body}</main>`,
  })

/** Nobody is sent anywhere: it is not known who asked. */
export const untrustedClientPage = (baseUrl: string, why: string): Promise<string> =>
  page(
    baseUrl,
    `<p>${shown(why)}</p><p>Nothing was shared. Begin again in the program that sent you here.</p>`,
  )

/** The person decides whether to go where the client wants its answer: by a link alone nobody is led to a stranger's site. */
export function invalidRequestPage(
  baseUrl: string,
  { client, redirectUri, error }: InvalidRequest,
  address: string,
): Promise<string> {
  const { name } = redirectTarget(redirectUri)
  return page(
    baseUrl,
    `<p>${shown(client.name)} asked for it in a way that does not work here: ${shown(error.message)}</p>
<p>Nothing was shared. If you came from <strong>${shown(name)}</strong>, it can tell you more:</p>
<p class="actions"><a class="button" href="${escapeMarkup(address)}" rel="noreferrer">Back to ${shown(name)}</a></p>`,
  )
}
