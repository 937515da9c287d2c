import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DashboardClient } from './dashboard-client.ts'
import { ENGINES } from './databases.ts'
import { type OidcServer, startOidcServer } from './oidc-server.ts'
import { aService, type TestService } from './service.ts'

export const BASE_URL = 'http://127.0.0.1:8080'

/** A test of a service whose operator configured a provider, on both engines. */
export function withProvider(
  name: string,
  story: (it: TestService, provider: OidcServer) => Promise<void>,
  { env = {}, ...like }: { env?: Record<string, string> } & Parameters<typeof startOidcServer>[1] = {},
): void {
  for (const engine of ENGINES) {
    test(`${name} (${engine})`, async () => {
      await using provider = await startOidcServer(BASE_URL, like)
      await using it = await aService(engine, { ...provider.env, ...env })
      await story(it, provider)
    })
  }
}

/** The browser leaves for the provider, and comes back from it with a response. */
export async function fetchResponse(
  visitor: DashboardClient,
  provider: OidcServer,
  next = '/',
): Promise<URL> {
  const { status, json } = await visitor.post('/app/auth/sign-in/oidc', { next })
  assert.equal(status, 200)
  return provider.visit(json.url)
}

/** Brings the provider's response to Tidings. Returns the page on which the browser ends. */
export async function deliver(visitor: DashboardClient, { pathname, search }: URL): Promise<string> {
  const { status, headers } = await visitor.get(`${pathname}${search}`)
  assert.equal(status, 302)
  return String(headers.location).slice(`${BASE_URL}/app`.length)
}

/** Signs the visitor in with the provider. Returns the page on which they end. */
export const signIn = async (visitor: DashboardClient, provider: OidcServer, next?: string) =>
  deliver(visitor, await fetchResponse(visitor, provider, next))
