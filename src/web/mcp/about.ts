import { productVersion } from '#platform/version.ts'

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
