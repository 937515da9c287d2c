import assert from 'node:assert/strict'
import { Agent, type AgentOptions } from 'node:https'
import { connect } from 'node:net'
import { test } from 'node:test'
import { TwitterApi } from 'twitter-api-v2'
import { type Network, NetworkFailure } from '#social/network.ts'
import { aBench, aPicture, aPost, type Bench, NEVER, openBench, soughtFor } from './bench.ts'
import { anXServer, type XServer } from './x.ts'

async function anXBench(secret?: string): Promise<Bench & { there: XServer }> {
  const there = await anXServer()
  const request = { instance: null, handle: null, secret: secret ?? there.aRefreshToken() }
  const rest = { texts: () => [], revoke: () => {}, isPublish: () => false }
  return { ...(await aBench('x', there, request, rest)), there }
}

/** Leads the requests of a client that knows only api.x.com to a local server. */
class LocalAgent extends Agent {
  readonly #port: number
  constructor(origin: string, options?: AgentOptions) {
    super(options)
    this.#port = Number(new URL(origin).port)
  }
  override createConnection() {
    return connect(this.#port, '127.0.0.1')
  }
}

const clientOf = ({ there, connection }: Awaited<ReturnType<typeof anXBench>>) =>
  new TwitterApi(connection.credentials.tokens.access ?? '', { httpAgent: new LocalAgent(there.origin) }).v2

const isUnauthorized = (error: unknown) => error instanceof NetworkFailure && error.reason === 'unauthorized'

test('another client of the interface reads what was posted on X', async () => {
  await using bench = await anXBench()
  const alt = 'A blue rectangle'
  const image = { uploaded: await bench.client.upload(await aPicture(alt)), width: 60, height: 40, alt }
  const text = 'Reports < 5 MB & more: https://example.com/e/reports'
  const { id, url } = await bench.client.publish(aPost(text, { image }), NEVER)
  const theirs = clientOf(bench)
  const { data, includes } = await theirs.singleTweet(id, {
    expansions: ['attachments.media_keys'],
    'media.fields': ['alt_text'],
  })
  assert.match(data.text, /^Reports &lt; 5 MB &amp; more: https:\/\/t\.co\/\w+ https:\/\/t\.co\/\w+$/)
  assert.equal(data.entities?.urls[0]?.expanded_url, 'https://example.com/e/reports')
  assert.equal(includes?.media?.[0]?.alt_text, alt)
  assert.equal((await theirs.me()).data.username, 'acme')
  assert.equal(url, `${bench.there.origin}/acme/status/${id}`)
})

test('what another client posted on X is found by its text', async () => {
  await using bench = await anXBench()
  const text = 'Reports < 5 MB & more: https://example.com/e/reports, or example.com'
  const { data } = await clientOf(bench).tweet(text)
  const finding = await bench.client.find(soughtFor(aPost(text)))
  assert.equal(finding.outcome === 'found' && finding.reference.id, data.id)
  assert.deepEqual(await bench.client.find({ ...soughtFor(aPost(text)), known: new Set([data.id]) }), {
    outcome: 'absent',
  })
  await clientOf(bench).deleteTweet(data.id)
  assert.deepEqual(bench.there.posts, [])
})

test('a refresh token of X works once, and each refresh gives the next one', async () => {
  await using bench = await anXBench()
  const { network, context, connection } = bench
  const refresh = network.refresh as NonNullable<Network['refresh']>
  const credentials = await refresh(context, connection)
  assert.notEqual(credentials.tokens.refresh, connection.credentials.tokens.refresh)
  await assert.rejects(refresh(context, connection), isUnauthorized)
  await refresh(context, { ...connection, credentials })
})

test('an account is connected to X through its own page, with PKCE and access that lasts', async () => {
  await using bench = await anXBench()
  const { network, context, there } = bench
  const returnUrl = 'https://news.acme.example/social/x/return'
  const findApp = async () => ({})
  const asked = { instance: null, handle: null, returnUrl, findApp }
  const { url, state, kept } = (await network.oauth?.start(context, asked)) ?? {
    url: '',
    state: '',
    kept: {},
  }
  const query = new URL(url).searchParams
  assert.equal(query.get('code_challenge_method'), 'S256')
  assert.match(query.get('scope') ?? '', /offline\.access/)
  const parameters = there.agree(url).searchParams
  assert.equal(parameters.get('state'), state)
  const connection = await network.oauth?.finish(context, { parameters, kept, returnUrl })
  assert.equal(connection?.profile.handle, '@acme')
  const again = network.oauth?.finish(context, { parameters, kept, returnUrl })
  await assert.rejects(async () => again, isUnauthorized)
  const denied = new URLSearchParams({ error: 'access_denied', state })
  await assert.rejects(async () => network.oauth?.finish(context, { parameters: denied, kept, returnUrl }), {
    code: 'invalid_parameter',
  })
})

test('access to X without all that posting needs is refused at once', async () => {
  await using there = await anXServer()
  const secret = there.aRefreshToken('tweet.read users.read offline.access')
  const rest = { texts: () => [], revoke: () => {}, isPublish: () => false }
  await assert.rejects(aBench('x', there, { instance: null, handle: null, secret }, rest), {
    message: /did not grant tweet\.write, media\.write/,
  })
})

test('a post on X costs more with a link', async () => {
  await using bench = await openBench('x')
  const { network } = bench as Bench
  assert.equal(network.price?.('Reports can be exported'), 15_000)
  assert.equal(network.price?.('Reports can be exported https://example.com'), 200_000)
})
