import assert from 'node:assert/strict'
import {
  type Client,
  type FetchLike,
  type OAuthClientProvider,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client'
import { connected, type Revision } from './mcp-client.ts'

/** The official client as part of a program that has nothing yet but the address of the MCP server. */
interface McpProgram {
  /** Asks, is refused, finds the authorization server and registers there. Returns the address to which it leads the person. */
  ask(): Promise<URL>
  /** Takes up the answer that the browser brought to its redirect address, and connects. */
  takeUp(answer: URLSearchParams): Promise<Client>
  tokens(): StoredOAuthTokens
  /** Replaces the access token by one that is no longer good, and keeps the other tokens. */
  spoilAccess(): void
}

export function anMcpProgram(
  url: string,
  revision: Revision,
  { redirect, fetch = globalThis.fetch }: { redirect: string; fetch?: FetchLike },
): McpProgram {
  const kept: Kept = {}
  const authProvider = providerOf(kept, redirect)
  const transport = () => new StreamableHTTPClientTransport(new URL(url), { authProvider, fetch })
  const first = transport()
  return {
    async ask() {
      await assert.rejects(connected(first, revision), UnauthorizedError)
      assert.ok(kept.led)
      return kept.led
    },
    async takeUp(answer) {
      await first.finishAuth(answer)
      return connected(transport(), revision)
    },
    tokens() {
      assert.ok(kept.tokens)
      return kept.tokens
    },
    spoilAccess() {
      if (kept.tokens) kept.tokens = { ...kept.tokens, access_token: 'no longer good' }
    },
  }
}

interface Kept {
  client?: StoredOAuthClientInformation
  tokens?: StoredOAuthTokens
  verifier?: string
  led?: URL
  discovered?: Awaited<ReturnType<NonNullable<OAuthClientProvider['discoveryState']>>>
}

const providerOf = (kept: Kept, redirect: string): OAuthClientProvider => ({
  redirectUrl: redirect,
  clientMetadata: { client_name: 'Robot', redirect_uris: [redirect] },
  state: () => 'st4te',
  clientInformation: () => kept.client,
  saveClientInformation(client) {
    kept.client = client
  },
  tokens: () => kept.tokens,
  saveTokens(tokens) {
    kept.tokens = tokens
  },
  redirectToAuthorization(address) {
    kept.led = address
  },
  saveCodeVerifier(verifier) {
    kept.verifier = verifier
  },
  codeVerifier: () => kept.verifier ?? '',
  saveDiscoveryState(state) {
    kept.discovered = state
  },
  discoveryState: () => kept.discovered,
  invalidateCredentials(scope) {
    if (scope === 'tokens' || scope === 'all') delete kept.tokens
    if (scope === 'client' || scope === 'all') delete kept.client
  },
})
