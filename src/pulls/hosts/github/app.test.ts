import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { openOutbound } from '#platform/http/guarded-client.ts'
import type { HostApp } from '#pulls/hosts/host-app.ts'
import { HostFailure } from '#pulls/hosts/host-failure.ts'
import { withToken } from '#pulls/hosts/rest/client.ts'
import { type GitHubAppServer, startGitHubAppServer } from '#testing/code-host-server/github-app.ts'
import { convertManifest, manifestFor, openGitHubApp } from './app.ts'

const MINUTE = 60_000
const PAGE = 'https://changelog.example.com/app/sources/github'

let now = Date.UTC(2026, 2, 2, 9)
const clock = { now: () => now }
let server: GitHubAppServer
let fetch: typeof globalThis.fetch
let closeOutbound: () => Promise<void>

before(async () => {
  server = await startGitHubAppServer(clock)
  const allow = [new URL(server.apiUrl).host]
  const outbound = openOutbound({ allow, timeoutMs: 60_000, idleMs: 60_000, maxBytes: 1_000_000 })
  fetch = outbound.fetch
  closeOutbound = outbound.close
})
after(async () => {
  await closeOutbound()
  await server.close()
})
beforeEach(() => Object.assign(server, { made: 0, isSuspended: false }))

const anApp = (known: { privateKey?: string; appId?: string } = {}): HostApp =>
  openGitHubApp({
    apiUrl: server.apiUrl,
    appId: '42',
    slug: 'tidings-acme',
    privateKey: server.privateKey,
    clientId: 'Iv1.client',
    clientSecret: 'hush',
    fetch,
    clock,
    retryTiming: { longestWaitMs: 100, secondMs: 1 },
    ...known,
  })

const failsWith = (reason: HostFailure['reason']) => (error: unknown) =>
  error instanceof HostFailure && error.reason === reason

test("an installation's token is cached until shortly before it expires, and requested once for concurrent callers", async () => {
  const token = anApp().tokenOf('5')
  assert.deepEqual(await Promise.all([token(), token(), token()]), ['ghs_1', 'ghs_1', 'ghs_1'])
  now += 54 * MINUTE
  assert.equal(await token(), 'ghs_1')
  now += 2 * MINUTE
  assert.deepEqual(await Promise.all([token(), token()]), ['ghs_2', 'ghs_2'])
})

test('a token that GitHub refuses early is renewed once for all its users', async () => {
  const asApp = withToken(fetch, anApp().tokenOf('5'), token => ['authorization', `Bearer ${token}`])
  const statusOf = async () => (await asApp(`${server.apiUrl}/installation/repositories`)).status
  assert.equal(await statusOf(), 200)
  server.revoke()
  assert.deepEqual(await Promise.all([statusOf(), statusOf()]), [200, 200])
  assert.equal(server.made, 2)
})

test('a suspended installation gives no access until it is unsuspended', async () => {
  const app = anApp()
  server.isSuspended = true
  await assert.rejects(app.tokenOf('5')(), failsWith('suspended'))
  assert.deepEqual(await app.installation('5'), {
    ...{ id: '5', account: 'acme', isSuspended: true },
    mayComment: false,
  })
  server.isSuspended = false
  assert.equal(await app.tokenOf('5')(), 'ghs_1')
})

test('a wrong key or app id is refused', async () => {
  const other = await startGitHubAppServer(clock)
  await assert.rejects(anApp({ privateKey: other.privateKey }).installation('5'), failsWith('unauthorized'))
  await assert.rejects(anApp({ appId: '43' }).installation('5'), failsWith('unauthorized'))
  await other.close()
})

test('a person may connect what they administer, not what they can only read', async () => {
  const app = anApp()
  assert.deepEqual(await app.administeredInstallations('owner', PAGE), [
    { id: '5', account: 'acme', isSuspended: false, repositories: [{ name: 'acme/app', id: '7' }] },
  ])
  assert.deepEqual(await app.administeredInstallations('reader', PAGE), [])
  await assert.rejects(app.administeredInstallations('made-up', PAGE), failsWith('unauthorized'))
})

test("authorization happens on the host's website and redirects back", () => {
  const url = new URL(anApp().authorizeUrl('st&te', PAGE))
  assert.equal(url.pathname, '/login/oauth/authorize')
  assert.deepEqual(Object.fromEntries(url.searchParams), {
    client_id: 'Iv1.client',
    state: 'st&te',
    redirect_uri: PAGE,
  })
})

test('the manifest registers an app with our webhook address that only reads, unless it may comment', async () => {
  const input = {
    baseUrl: 'https://changelog.example.com',
    name: 'Tidings of acme',
    mayComment: false,
    state: 's1',
    registeredPath: '/app/sources/github/registered',
    provenPath: '/app/sources/github/proven',
  }
  const own = manifestFor({ ...input, apiUrl: 'https://api.github.com', organisation: null })
  assert.equal(own.url, 'https://github.com/settings/apps/new?state=s1')
  const { url, manifest } = manifestFor({
    ...input,
    apiUrl: 'https://ghe.example/api/v3',
    organisation: 'acme',
  })
  assert.equal(url, 'https://ghe.example/organizations/acme/settings/apps/new?state=s1')
  const { hook_attributes, redirect_url, callback_urls, default_permissions } = JSON.parse(manifest)
  assert.equal(hook_attributes.url, 'https://changelog.example.com/api/callbacks/github')
  assert.equal(redirect_url, 'https://changelog.example.com/app/sources/github/registered')
  assert.deepEqual(callback_urls, ['https://changelog.example.com/app/sources/github/proven'])
  assert.deepEqual([...new Set(Object.values(default_permissions))], ['read'])
  const asked = manifestFor({
    ...input,
    apiUrl: 'https://api.github.com',
    organisation: null,
    mayComment: true,
  })
  assert.deepEqual(JSON.parse(asked.manifest).default_permissions, {
    ...default_permissions,
    pull_requests: 'write',
  })
})

test('the code of a registration is exchanged for working credentials', async () => {
  const { apiUrl } = server
  const secrets = await convertManifest({ apiUrl, fetch, clock }, 'c0de')
  assert.deepEqual(
    { ...secrets, privateKey: 'kept' },
    {
      appId: '42',
      slug: 'tidings-acme',
      privateKey: 'kept',
      webhookSecret: 'whs',
      clientId: 'Iv1.client',
      clientSecret: 'hush',
    },
  )
  assert.equal((await anApp(secrets).installation('5')).account, 'acme')
  await assert.rejects(convertManifest({ apiUrl, fetch, clock }, 'used'), failsWith('gone'))
})
