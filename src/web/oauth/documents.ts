import { READ_HIGHLIGHTS } from '#accounts/auth/tokens.ts'
import { mcpAddress } from '#web/mcp/about.ts'
import { prefixOf } from '#web/page.ts'

/** Below the public address. */
export const AUTHORIZE_PATH = '/oauth/authorize'
export const TOKEN_PATH = '/oauth/token'
export const REGISTER_PATH = '/oauth/register'
export const REVOKE_PATH = '/oauth/revoke'

const WELL_KNOWN = '/.well-known/oauth-authorization-server'

/**
 * RFC 8414 §3.1: the path of the public address comes after the well-known one. A proxy that takes that path away leads to the
 * plain one.
 */
export const serverMetadataPaths = (baseUrl: string): string[] => [
  ...new Set([`${WELL_KNOWN}${prefixOf(baseUrl)}`, WELL_KNOWN]),
]

/** RFC 8414 §2, with what RFC 9207, RFC 9728 and the client-id metadata documents add. */
export const serverMetadata = (baseUrl: string) => ({
  issuer: baseUrl,
  authorization_endpoint: baseUrl + AUTHORIZE_PATH,
  token_endpoint: baseUrl + TOKEN_PATH,
  registration_endpoint: baseUrl + REGISTER_PATH,
  revocation_endpoint: baseUrl + REVOKE_PATH,
  scopes_supported: [READ_HIGHLIGHTS],
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code', 'refresh_token'],
  token_endpoint_auth_methods_supported: ['none'],
  revocation_endpoint_auth_methods_supported: ['none'],
  code_challenge_methods_supported: ['S256'],
  authorization_response_iss_parameter_supported: true,
  client_id_metadata_document_supported: true,
  protected_resources: [mcpAddress(baseUrl)],
  service_documentation: `${baseUrl}/docs/mcp#oauth`,
})
