import { isIP } from 'node:net'
import { READ_HIGHLIGHTS } from '#auth/tokens.ts'
import { productVersion } from '#platform/version.ts'
import { pathPrefix } from '#web/html-pages.ts'

/** The path of the MCP server, relative to the public address. */
export const MCP_PATH = '/mcp'

/** Supported protocol versions, newest first. */
export const PROTOCOL_VERSIONS = ['2026-07-28', '2025-11-25', '2025-06-18'] as const

export const mcpUrl = (baseUrl: string): string => baseUrl + MCP_PATH

/** How the server describes itself, in its server card and in a connection. */
export interface McpServerInfo {
  /** Reverse DNS name, unique to each installation. */
  name: string
  title: string
  version: string
  description: string
  websiteUrl: string
}

export const mcpServerInfo = (baseUrl: string): McpServerInfo => ({
  name: `${reversed(new URL(baseUrl).hostname)}/tidings`,
  title: 'Tidings',
  version: productVersion(),
  description: 'What a team merged that its customers would notice, with copy for them, ready to be used.',
  websiteUrl: `${baseUrl}/docs#mcp`,
})

/** The host name with its labels reversed; an IP address is unchanged. */
function reversed(host: string): string {
  const address = host.replaceAll(/[[\]]/g, '')
  if (isIP(address)) return address.replaceAll(':', '-')
  return host
    .replace(/[^a-zA-Z0-9.-]+/g, '-')
    .split('.')
    .reverse()
    .join('.')
}

export const SERVER_CARD_PATH = `${MCP_PATH}/server-card`
export const SERVER_CARD_MEDIA_TYPE = 'application/mcp-server-card+json'

const WELL_KNOWN = '/.well-known/oauth-protected-resource'

/** The path of the metadata (RFC 9728, section 3.1): the well-known path, followed by the path of the resource. */
export const resourceMetadataPath = (baseUrl: string): string =>
  `${WELL_KNOWN}${pathPrefix(baseUrl)}${MCP_PATH}`

export const resourceMetadataUrl = (baseUrl: string): string =>
  new URL(baseUrl).origin + resourceMetadataPath(baseUrl)

/** The MCP server card (SEP-2127, schema of July 2026), for clients that have not connected yet. */
export function serverCard(baseUrl: string) {
  const remote = {
    type: 'streamable-http',
    url: mcpUrl(baseUrl),
    supportedProtocolVersions: [...PROTOCOL_VERSIONS],
  }
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
    ...mcpServerInfo(baseUrl),
    remotes: [remote],
  }
}

/** The protected resource metadata of the MCP server (RFC 9728, section 2). */
export const resourceMetadata = (baseUrl: string) => ({
  resource: mcpUrl(baseUrl),
  authorization_servers: [baseUrl],
  scopes_supported: [READ_HIGHLIGHTS],
  bearer_methods_supported: ['header'],
  resource_name: 'Tidings',
  resource_documentation: `${baseUrl}/docs#mcp`,
})
