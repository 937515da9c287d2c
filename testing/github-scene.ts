import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { offerConnection } from '#pipeline/github-app/connect.ts'
import { offerRegistration } from '#pipeline/github-app/register.ts'
import { listApps } from '#pulls/connections/apps.ts'
import { listSources } from '#pulls/connections/sources.ts'
import { aBrowser, type Browser, type Page } from './browser.ts'
import { type GitHubAppServer, startGitHubAppServer } from './code-host-server/github-app.ts'
import { ENGINES } from './databases.ts'
import { aService, type TestService } from './service.ts'
import { hmacHex } from './webhook-payloads.ts'

export interface Scene {
  it: TestService
  host: GitHubAppServer
  register(organisation?: string): Promise<string>
  /** The one-time link for an account, the tested one unless told. */
  link(accountId?: string): Promise<string>
  /** Registers the app and leads a new person to the choice of repositories. */
  toChoice(person: Browser, accountId?: string): Promise<Page>
  /** Sends a callback that the app's secret proves. */
  tell(event: string, payload: object): Promise<void>
}

/** A test with a server that stands for GitHub Enterprise, on both engines. */
export function withGitHub(
  name: string,
  story: (scene: Scene) => Promise<void>,
  env: Record<string, string> = {},
): void {
  for (const engine of ENGINES) {
    test(`${name} (${engine})`, async () => {
      const host = await startGitHubAppServer({ now: () => it.clock.now() })
      const it = await aService(engine, { TIDINGS_PRIVATE_HOSTS: new URL(host.apiUrl).host, ...env })
      try {
        await story(sceneOf(it, host))
      } finally {
        await it.close()
        await host.close()
      }
    })
  }
}

function sceneOf(it: TestService, host: GitHubAppServer): Scene {
  const { apiUrl } = host
  const scene: Scene = {
    it,
    host,
    register: async (organisation = 'acme') =>
      (
        await offerRegistration(it.service, {
          apiUrl,
          registration: { name: 'Tidings of acme', organisation, mayComment: false },
        })
      ).link,
    link: async (accountId = it.account.id) =>
      (await offerConnection(it.service, { accountId, apiUrl })).link,
    async toChoice(person, accountId) {
      const apps = await listApps(it.service.db.read, it.service.secrets)
      if (apps.length === 0) await throughRegistration(aBrowser(it), await scene.register())
      return person.follow(
        await person.open(await scene.link(accountId)),
        `Confirm on ${new URL(apiUrl).host}`,
      )
    },
    async tell(event, payload) {
      const body = Buffer.from(JSON.stringify(payload))
      const answer = await it.ask('/api/callbacks/github', {
        method: 'POST',
        headers: {
          'x-github-event': event,
          'x-github-delivery': randomUUID(),
          'x-hub-signature-256': `sha256=${hmacHex('whs', body)}`,
        },
        body,
      })
      assert.equal(answer.status, 202)
      await it.settle()
    },
  }
  return scene
}

export async function throughRegistration(person: Browser, link: string): Promise<Page> {
  const page = await person.send(await person.open(link))
  return person.follow(page, 'Create GitHub App Tidings of acme')
}

export const states = async ({ it }: Scene) =>
  (await listSources(it.service.db.read, {})).map(({ repo, state }) => `${repo} ${state}`)

export const installation = { id: 5, account: { login: 'acme' } }
