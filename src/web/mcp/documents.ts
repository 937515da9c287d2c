import { READ_HIGHLIGHTS } from '#accounts/auth/tokens.ts'
import { prefixOf } from '#web/page.ts'
import { identityOf, MCP_PATH, mcpAddress, REVISIONS } from './about.ts'

export const CARD_PATH = `${MCP_PATH}/server-card`
export const CARD_MEDIA_TYPE = 'application/mcp-server-card+json'

const WELL_KNOWN = '/.well-known/oauth-protected-resource'

/** RFC 9728 §3.1: the path of the resource comes after the well-known one, a path of the public address included. */
export const metadataPath = (baseUrl: string): string => `${WELL_KNOWN}${prefixOf(baseUrl)}${MCP_PATH}`

export const metadataAddress = (baseUrl: string): string => new URL(baseUrl).origin + metadataPath(baseUrl)

/** What the MCP server is, for a client that has not connected yet (SEP-2127, its schema of July 2026). */
export function serverCard(baseUrl: string) {
  const remote = {
    type: 'streamable-http',
    url: mcpAddress(baseUrl),
    supportedProtocolVersions: [...REVISIONS],
  }
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
    ...identityOf(baseUrl),
    remotes: [remote],
  }
}

/** RFC 9728 §2: who gives access to the MCP server, and to what. */
export const resourceMetadata = (baseUrl: string) => ({
  resource: mcpAddress(baseUrl),
  authorization_servers: [baseUrl],
  scopes_supported: [READ_HIGHLIGHTS],
  bearer_methods_supported: ['header'],
  resource_name: 'Tidings',
  resource_documentation: `${baseUrl}/docs#mcp`,
})
