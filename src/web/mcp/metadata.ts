import { READ_HIGHLIGHTS } from '#accounts/auth/tokens.ts'
import { productVersion } from '#platform/version.ts'
import { pathPrefix } from '#web/html-pages.ts'

/** Below the public address. */
export const MCP_PATH = '/mcp'

/** The protocol revisions that are spoken, the newest first. */
export const PROTOCOL_VERSIONS = ['2026-07-28', '2025-11-25', '2025-06-18'] as const

export const mcpUrl = (baseUrl: string): string => baseUrl + MCP_PATH

/** How the server calls itself, before a connection and in it. */
export interface McpServerInfo {
  /** Reverse DNS, so that no two installations have the same. */
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

const reversed = (host: string): string =>
  host
    .replace(/[^a-zA-Z0-9.-]+/g, '-')
    .split('.')
    .reverse()
    .join('.')

export const SERVER_CARD_PATH = `${MCP_PATH}/server-card`
export const SERVER_CARD_MEDIA_TYPE = 'application/mcp-server-card+json'

const WELL_KNOWN = '/.well-known/oauth-protected-resource'

/** RFC 9728 §3.1: the path of the resource comes after the well-known one, a path of the public address included. */
export const resourceMetadataPath = (baseUrl: string): string =>
  `${WELL_KNOWN}${pathPrefix(baseUrl)}${MCP_PATH}`

export const resourceMetadataUrl = (baseUrl: string): string =>
  new URL(baseUrl).origin + resourceMetadataPath(baseUrl)

/** What the MCP server is, for a client that has not connected yet (SEP-2127, its schema of July 2026). */
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

/** RFC 9728 §2: who gives access to the MCP server, and to what. */
export const resourceMetadata = (baseUrl: string) => ({
  resource: mcpUrl(baseUrl),
  authorization_servers: [baseUrl],
  scopes_supported: [READ_HIGHLIGHTS],
  bearer_methods_supported: ['header'],
  resource_name: 'Tidings',
  resource_documentation: `${baseUrl}/docs#mcp`,
})
