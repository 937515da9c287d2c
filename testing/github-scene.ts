import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import type { Account } from '#accounts/account.ts'
import { listAppSummaries } from '#pulls/connections/apps.ts'
import { listSources } from '#pulls/connections/sources.ts'
import { aBrowser, type Browser, type Page } from './browser.ts'
import { type GitHubAppServer, startGitHubAppServer } from './code-host-server/github-app.ts'
import { aMemberWithRole } from './colleagues.ts'
import type { DashboardClient, DashboardResponse } from './dashboard-client.ts'
import { ENGINES } from './databases.ts'
import { aService, type TestService } from './service.ts'
import { hmacHex } from './webhook-payloads.ts'

/** An owner of an account, signed in. */
interface Owner {
  client: DashboardClient
  browser: Browser
  account: Account
}

interface Scene {
  it: TestService
  host: GitHubAppServer
  /** A new owner, by default of the tested account. */
  owner(account?: Account): Promise<Owner>
  /** Begins to register the app, and gives the address of the page that leads to the host. */
  register(owner: Owner, more?: { organisation?: string; permit?: string }): Promise<string>
  /** Begins to connect, and gives the addresses on the host. */
  offer(owner: Owner): Promise<{ authorize: string; install: string }>
  /** Registers the app if there is none, and leads the owner to the choice of repositories, whose secret is given. */
  toChoice(owner: Owner): Promise<string>
  /** The repositories that can be chosen. */
  choices(owner: Owner, choice: string): Promise<DashboardResponse>
  choose(owner: Owner, choice: string, repositories: readonly string[]): Promise<DashboardResponse>
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
  const scene: Scene = {
    it,
    host,
    async owner(account = it.account) {
      const client = await aMemberWithRole(it, 'owner', account)
      return { client, browser: aBrowser(it, client.cookie()), account }
    },
    async register({ client, account }, more = { organisation: 'acme' }) {
      const path = `${sourcesOf(account)}/github-app/registration`
      const { status, json } = await client.post(path, { url: host.pageUrl, ...more })
      assert.equal(status, 200, json.detail)
      return json.link
    },
    offer: async ({ client, account }) =>
      (await client.post(`${sourcesOf(account)}/github-app`, { url: host.pageUrl })).json,
    async toChoice(owner) {
      const apps = await listAppSummaries(it.service.db.read)
      if (apps.length === 0) await throughRegistration(owner, await scene.register(owner))
      const { authorize } = await scene.offer(owner)
      return choiceIn(await owner.browser.open(authorize))
    },
    choices: ({ client }, choice) => client.get(`/app/api/github-app/choice?choice=${choice}`),
    choose: ({ client }, choice, repositories) =>
      client.post('/app/api/github-app/choice', { choice, repositories }),
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

export const sourcesOf = ({ publicId }: Account): string => `/app/api/accounts/${publicId}/sources`

/** Creates the app on the host. Returns the page on which the browser ends. */
export async function throughRegistration({ browser }: Owner, link: string): Promise<Page> {
  const page = await browser.send(await browser.open(link))
  return browser.follow(page, `Create GitHub App ${APP_NAME}`)
}

/** The name of the app, which contains the address of the service under test. */
const APP_NAME = 'Tidings 127.0.0.1'

/** The secret in the address of the dashboard's page. */
export const choiceIn = ({ address }: Page): string =>
  new URL(address).searchParams.get('choice') ?? assert.fail(address)

export const states = async ({ it }: Scene) =>
  (await listSources(it.service.db.read, {})).map(({ repo, state }) => `${repo} ${state}`)

export const installation = { id: 5, account: { login: 'acme' } }
