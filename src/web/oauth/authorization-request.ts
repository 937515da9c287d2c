import { clientLookup } from '#accounts/auth/oauth/client-documents.ts'
import { redirectWith } from '#accounts/auth/oauth/redirects.ts'
import {
  type AuthorizationRequest,
  type InvalidRequest,
  parseAuthorizationRequest,
} from '#accounts/auth/oauth/request.ts'
import { mcpAddress } from '#web/mcp/about.ts'
import type { WebContext } from '#web/parts.ts'

/** Reads what a client asks a person for; `Untrusted` where it is not known who asks. */
export function requestReader({ db, baseUrl, dashboard }: WebContext) {
  const means = { clientOf: clientLookup(db, dashboard.clientDocuments), resource: mcpAddress(baseUrl) }
  return (query: URLSearchParams): Promise<AuthorizationRequest | InvalidRequest> =>
    parseAuthorizationRequest(means, query)
}

/** Where the person's browser goes with the answer. It says who answers (RFC 9207), so that a client cannot be told another's. */
export const answerAddress = (
  baseUrl: string,
  { redirectUri, state }: Pick<AuthorizationRequest, 'redirectUri' | 'state'>,
  answer: Readonly<Record<string, string>>,
): string => redirectWith(redirectUri, { ...answer, ...(state !== null && { state }), iss: baseUrl })
