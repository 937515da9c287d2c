import assert from 'node:assert/strict'
import { createServer, type RequestListener } from 'node:http'
import { test } from 'node:test'
import { networks } from '#app/registry.ts'
import { networkContext } from '#app/social.ts'
import { systemClock } from '#platform/clock.ts'
import { openEnvironment } from '#platform/environment.ts'
import type { FindApp, Network, NetworkContext } from '#social/network.ts'
import { type NetworkName, networkSettingsFrom } from '#social/settings.ts'
import { opened } from '#testing/http.ts'
import { aPost, LIMITS, NEVER } from './bench.ts'
import { aBlueskyServer } from './bluesky.ts'
import { environmentOf } from './local.ts'
import { aMastodonServer } from './mastodon.ts'

const load = (name: NetworkName): Promise<Network> => networks[name]()

/** Allows these servers and no other on this machine. The first is configured for every network, the second for identities. */
function contextFor(...origins: string[]): NetworkContext {
  const [origin = '', plcUrl = origin] = origins
  const privateHosts = origins.map(one => new URL(one).host)
  const environment = { ...environmentOf({ origin }), TIDINGS_PLC_URL: plcUrl }
  const networks = networkSettingsFrom(openEnvironment(environment, () => ''))
  return networkContext({ networks, privateHosts }, systemClock, LIMITS)
}

async function aServer(answer: RequestListener): Promise<AsyncDisposable & { origin: string }> {
  const { address, close } = await opened(createServer(answer))
  return { origin: address, [Symbol.asyncDispose]: close }
}

const STRANGER = 'did:plc:zyxwvutsrqponmlkjihgfedc'

const isRefused = {
  name: 'NetworkFailure',
  reason: 'rejected',
  message: /not on the public internet|only 80 and 443/,
}

for (const name of ['a metadata service', 'a server on this machine'] as const)
  test(`a Bluesky server that redirects to ${name} leads nowhere`, async () => {
    let asked = 0
    await using inner = await aServer((_, response) => {
      asked++
      response.end('{}')
    })
    const target = name === 'a metadata service' ? 'http://169.254.169.254/latest/' : `${inner.origin}/`
    await using outer = await aServer((_, response) => {
      response.writeHead(307, { location: target }).end()
    })
    const context = contextFor(outer.origin)
    const bluesky = await load('bluesky')
    const request = { instance: outer.origin, handle: 'acme.example.com', secret: 'secret' }
    await assert.rejects(bluesky.connect(context, request))
    await assert.rejects(bluesky.connect(context, { ...request, instance: null }), isRefused)
    const profile = { id: 'did:plc:a', handle: '@acme', name: 'Acme', avatarUrl: null, url: outer.origin }
    const limits = { text: 300, link: null, imageBytes: 1, alt: 1 }
    const credentials = { expiresAt: null, tokens: { access: 'secret' } }
    const client = bluesky.open(context, { instance: outer.origin, profile, limits, credentials })
    await assert.rejects(client.publish(aPost('Reports can be exported'), NEVER))
    await assert.rejects(client.verify(), isRefused)
    const findApp: FindApp = (_, register) => register()
    const returnUrl = 'https://news.acme.example/social/bluesky/return'
    const starting = bluesky.oauth?.start(context, {
      instance: outer.origin,
      handle: null,
      returnUrl,
      findApp,
    })
    await assert.rejects(Promise.resolve(starting), { name: 'NetworkFailure' })
    assert.equal(asked, 0)
  })

test('a Bluesky identity that names another server than the one that signed it in is refused, and signed out', async () => {
  const server = await aBlueskyServer()
  const other = await aBlueskyServer()
  try {
    const context = contextFor(server.origin, other.origin)
    other.strangers.set(server.handle, { did: server.did, server: server.origin })
    const { oauth } = await load('bluesky')
    assert.ok(oauth?.clientMetadata)
    const app: Promise<Record<string, string>>[] = []
    const findApp: FindApp = async (_, register) => (app[0] ??= register())
    const returnUrl = 'https://news.acme.example/social/bluesky/return'
    server.oauth.knowClient(await oauth.clientMetadata(context, { returnUrl, findApp }))
    const asked = { instance: null, handle: server.handle, returnUrl, findApp }
    const { url, kept } = await oauth.start(context, asked)
    const { searchParams: parameters } = server.oauth.agree(url)
    other.strangers.set(server.handle, { did: server.did, server: other.origin })
    await assert.rejects(oauth.finish(context, { parameters, kept, returnUrl }), {
      name: 'NetworkFailure',
      reason: 'unauthorized',
      message: /Issuer mismatch/,
    })
    assert.equal(server.sessions(), 0)
  } finally {
    await server.close()
    await other.close()
  }
})

test('a Bluesky identity cannot name a private server that no person named', async () => {
  const server = await aBlueskyServer()
  const inner = await aBlueskyServer()
  try {
    const context = contextFor(server.origin, server.origin, inner.origin)
    const bluesky = await load('bluesky')
    server.strangers.set('hostile.example.com', { did: STRANGER, server: inner.origin })
    const request = { instance: null, handle: 'hostile.example.com', secret: 'secret' }
    await assert.rejects(bluesky.connect(context, request), {
      code: 'invalid_parameter',
      message: /hostile\.example\.com names a server on a private network\. Give the server too/,
    })
    const returnUrl = 'https://news.acme.example/social/bluesky/return'
    const findApp: FindApp = (_, register) => register()
    const starting = bluesky.oauth?.start(context, { ...request, returnUrl, findApp })
    await assert.rejects(Promise.resolve(starting), isRefused)
    assert.deepEqual(inner.asked, [])
    const named = { instance: inner.origin, handle: inner.handle, secret: inner.anAppPassword() }
    assert.equal((await bluesky.connect(context, named)).instance, inner.origin)
  } finally {
    await server.close()
    await inner.close()
  }
})

test('a directory of Bluesky identities may have a path', async () => {
  const server = await aBlueskyServer()
  const directory = await aBlueskyServer()
  await using proxy = await aServer(async ({ url = '' }, response) => {
    const isBelow = url.startsWith('/directory/did')
    const answer = await fetch(directory.origin + url.replace('/directory', ''))
    response.writeHead(isBelow ? answer.status : 404, { 'content-type': 'application/json' })
    response.end(await answer.text())
  })
  try {
    directory.strangers.set(server.handle, { did: server.did, server: server.origin })
    const context = contextFor(server.origin, `${proxy.origin}/directory`)
    const { connect, oauth } = await load('bluesky')
    assert.ok(oauth?.clientMetadata)
    const request = { instance: null, handle: server.handle, secret: server.anAppPassword() }
    assert.equal((await connect(context, request)).instance, server.origin)
    const app: Promise<Record<string, string>>[] = []
    const findApp: FindApp = async (_, register) => (app[0] ??= register())
    const returnUrl = 'https://news.acme.example/social/bluesky/return'
    server.oauth.knowClient(await oauth.clientMetadata(context, { returnUrl, findApp }))
    const { url, kept } = await oauth.start(context, { ...request, returnUrl, findApp })
    const { searchParams: parameters } = server.oauth.agree(url)
    assert.equal((await oauth.finish(context, { parameters, kept, returnUrl })).instance, server.origin)
  } finally {
    await server.close()
    await directory.close()
  }
})

test('a Mastodon server cannot make people follow an address that runs a script', async () => {
  await using proxy = await aServer(async (request, response) => {
    const { headers, url } = request
    const answer = await fetch(server.origin + url, {
      headers: { authorization: headers.authorization ?? '' },
    })
    response.end((await answer.text()).replaceAll(`"${server.origin}/@acme"`, '"javascript:alert(1)"'))
  })
  await using server = await aMastodonServer()
  const mastodon = await load('mastodon')
  const request = { instance: proxy.origin, handle: null, secret: server.aToken() }
  await assert.rejects(mastodon.connect(contextFor(proxy.origin), request), { code: 'unavailable' })
})
