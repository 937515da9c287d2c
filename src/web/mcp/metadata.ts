import { READ_HIGHLIGHTS } from '#accounts/auth/tokens.ts'
import { productVersion } from '#platform/version.ts'
import { prefixOf } from '#web/html-pages.ts'

/** Below the public address. */
export const MCP_PATH = '/mcp'

/** The protocol revisions that are spoken, the newest first. */
export const REVISIONS = ['2026-07-28', '2025-11-25', '2025-06-18'] as const

export const mcpAddress = (baseUrl: string): string => baseUrl + MCP_PATH

/** How the server calls itself, before a connection and in it. */
export interface Identity {
  /** Reverse DNS, so that no two installations have the same. */
  name: string
  title: string
  version: string
  description: string
  websiteUrl: string
}

export const identityOf = (baseUrl: string): Identity => ({
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
