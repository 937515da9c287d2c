import { clientLookup } from '#auth/oauth/client-documents.ts'
import { redirectWith } from '#auth/oauth/redirects.ts'
import {
  type AuthorizationRequest,
  type InvalidRequest,
  parseAuthorizationRequest,
} from '#auth/oauth/request.ts'
import type { WebContext } from '#web/context.ts'
import { mcpUrl } from '#web/mcp/metadata.ts'

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
