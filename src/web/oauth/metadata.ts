import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi'
import { cors } from 'hono/cors'
import { READ_HIGHLIGHTS } from '#auth/tokens.ts'
import { pathPrefix } from '#web/html-pages.ts'
import {
  mcpUrl,
  resourceMetadata,
  resourceMetadataPath,
  SERVER_CARD_MEDIA_TYPE,
  SERVER_CARD_PATH,
  serverCard,
} from '#web/mcp/metadata.ts'
import { conditionalGet, ETAG_HEADER, NOT_MODIFIED } from '#web/response-headers.ts'

/** The path of the authorization endpoint, below the public address. */
export const AUTHORIZE_PATH = '/oauth/authorize'
export const TOKEN_PATH = '/oauth/token'
export const REGISTER_PATH = '/oauth/register'
export const REVOKE_PATH = '/oauth/revoke'

const WELL_KNOWN = '/.well-known/oauth-authorization-server'

/**
 * The paths of the metadata (RFC 8414, section 3.1): the well-known path, followed by the path of the public
 * address. It is served without the latter too, for proxies that strip it.
 */
const serverMetadataPaths = (baseUrl: string): string[] => [
  ...new Set([`${WELL_KNOWN}${pathPrefix(baseUrl)}`, WELL_KNOWN]),
]

/**
 * The metadata of the authorization server (RFC 8414, section 2), with the additions of RFC 9207, RFC 9728
 * and client id metadata documents.
 */
const serverMetadata = (baseUrl: string) => ({
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
  protected_resources: [mcpUrl(baseUrl)],
  service_documentation: `${baseUrl}/docs/mcp#oauth`,
})

const document = z.record(z.string(), z.unknown())
const kept = { required: true, schema: { type: 'string' }, description: '`public, max-age=3600`.' } as const

const documentRoute = (path: string, type: string, operationId: string, about: [string, string]) =>
  createRoute({
    method: 'get',
    path,
    operationId,
    tags: ['Discovery'],
    summary: about[0],
    description: about[1],
    responses: {
      200: {
        description: 'The document.',
        headers: { ...ETAG_HEADER, 'Cache-Control': kept },
        content: { [type]: { schema: document } },
      },
      304: NOT_MODIFIED,
    },
  })

/** Serves the discovery documents of the MCP server and of its authorization server, for any origin. */
export function serveDiscoveryDocuments(app: OpenAPIHono, baseUrl: string): void {
  const serve = (route: ReturnType<typeof documentRoute>, type: string, content: object) => {
    app.use(route.path, anybody, conditionalGet)
    const text = JSON.stringify(content)
    app.openapi(route, c =>
      c.body(text, 200, { 'Content-Type': type, 'Cache-Control': 'public, max-age=3600' }),
    )
  }
  const card = documentRoute(SERVER_CARD_PATH, SERVER_CARD_MEDIA_TYPE, 'getMcpServerCard', [
    'The card of the MCP server',
    'What the MCP server is and how to connect to it (SEP-2127).',
  ])
  serve(card, SERVER_CARD_MEDIA_TYPE, serverCard(baseUrl))
  const json = 'application/json'
  const metadata = documentRoute(resourceMetadataPath(baseUrl), json, 'getMcpResourceMetadata', [
    'How access to the MCP server is given',
    'OAuth 2.0 protected-resource metadata (RFC 9728).',
  ])
  serve(metadata, json, resourceMetadata(baseUrl))
  // A client to which the endpoint was given with a slash at its end asks for this path.
  const withSlash = `${resourceMetadataPath(baseUrl)}/`
  app.use(withSlash, anybody, conditionalGet)
  app.get(withSlash, c => c.json(resourceMetadata(baseUrl), 200, { 'Cache-Control': 'public, max-age=3600' }))
  for (const [n, path] of serverMetadataPaths(baseUrl).entries()) {
    const operation = n === 0 ? 'getOauthMetadata' : 'getOauthMetadataAtRoot'
    const server = documentRoute(path, json, operation, [
      'The authorization server of the MCP server',
      'OAuth 2.0 authorization server metadata (RFC 8414): where clients register and get tokens.',
    ])
    serve(server, json, serverMetadata(baseUrl))
  }
}

const anybody = cors({
  origin: '*',
  allowMethods: ['GET', 'HEAD', 'OPTIONS'],
  allowHeaders: ['Content-Type', 'If-None-Match', 'MCP-Protocol-Version'],
  exposeHeaders: ['ETag'],
  maxAge: 86_400,
})
