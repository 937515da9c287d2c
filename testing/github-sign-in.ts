import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DashboardClient } from './dashboard-client.ts'
import { ENGINES } from './databases.ts'
import { aService, type TestService } from './service.ts'
import { type SignInServer, startSignInServer } from './sign-in-server.ts'

/** A test of a service that people sign in to with GitHub, on both engines. */
export function withGitHubSignIn(
  name: string,
  story: (it: TestService, gitHub: SignInServer) => Promise<void>,
): void {
  for (const engine of ENGINES) {
    test(`${name} (${engine})`, async () => {
      await using gitHub = await startSignInServer()
      await using it = await aService(engine, {
        TIDINGS_GITHUB_CLIENT_ID: 'client',
        TIDINGS_GITHUB_CLIENT_SECRET: 'secret',
        TIDINGS_GITHUB_URL: gitHub.url,
      })
      await story(it, gitHub)
    })
  }
}

/** Sends the browser to GitHub, where the person agrees, and back. Returns where it ends. */
export async function throughGitHub(
  visitor: DashboardClient,
  gitHub: SignInServer,
  callbackURL = '/app/',
): Promise<string> {
  const input = { provider: 'github', callbackURL, errorCallbackURL: '/app/sign-in' }
  const { json } = await visitor.post('/app/auth/sign-in/social', input)
  const asked = new URL(json.url)
  assert.equal(asked.origin, gitHub.url)
  assert.equal(asked.searchParams.get('code_challenge_method'), 'S256')
  const state = asked.searchParams.get('state') ?? ''
  const back = await visitor.get(`/app/auth/callback/github?code=one&state=${encodeURIComponent(state)}`)
  assert.equal(back.status, 302)
  return String(back.headers.location)
}
