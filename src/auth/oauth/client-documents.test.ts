import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import { createServer } from 'node:https'
import { after, before, type TestContext, test } from 'node:test'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { type OutboundOptions, openOutbound } from '#platform/http/guarded-client.ts'
import { type Certificate, selfSigned } from '#testing/certificate.ts'
import { manualClock } from '#testing/world.ts'
import { createClientDocuments, DOCUMENT_LIMITS, isClientDocumentUrl } from './client-documents.ts'
import { UntrustedClientError } from './request.ts'

const known = getCACertificates('default')
let certificate: Certificate

before(() => {
  certificate = selfSigned()
  setDefaultCACertificates([...known, certificate.cert])
})
after(() => setDefaultCACertificates(known))

/** The server of a client, and the requests that it got. `answered` resolves when the first answer has begun. */
async function aSite(context: TestContext, answer: RequestListener) {
  const asked: string[] = []
  const { promise: answered, resolve } = Promise.withResolvers<void>()
  const server = createServer(certificate, (request, response) => {
    asked.push(String(request.url))
    answer(request, response)
    resolve()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  context.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const host = `localhost:${address.port}`
  return { host, asked, answered, address: `https://${host}/client.json` }
}

/** Time limits so long that no machine is too busy for them. */
const PATIENCE = { timeoutMs: 60_000, idleMs: 60_000 }

/**
 * Metadata documents read through the production client, except for its time limits, and with one allowed site in place of the internet.
 */
function documents(context: TestContext, options: Partial<OutboundOptions> = {}) {
  const out = openOutbound({ allow: [], ...DOCUMENT_LIMITS, ...PATIENCE, ...options })
  context.after(() => out.close())
  const clock = manualClock()
  return { clock, of: createClientDocuments(out.fetch, clock) }
}

/** Matches the error, whose message is the same for every reason; the reason is in the cause. */
const untrusted = (why: RegExp) => (error: unknown) => {
  assert.ok(error instanceof UntrustedClientError && error.cause instanceof Error)
  assert.equal(
    error.message,
    'The document that describes the app cannot be used. Ask the developer of the app.',
  )
  assert.match(error.cause.message, why)
  return true
}

const aDocument = (address: string, more: object = {}) => ({
  client_id: address,
  client_name: 'Robot\u202Etxt',
  redirect_uris: ['https://robot.example/callback', 'javascript:alert(1)', 'http://127.0.0.1/callback'],
  token_endpoint_auth_method: 'none',
  ...more,
})

const sending =
  (content: unknown, type = 'application/json'): RequestListener =>
  (_, response) => {
    response.setHeader('Content-Type', type)
    response.end(typeof content === 'string' ? content : JSON.stringify(content))
  }

test('the name and usable redirect URIs of a client come from its document', async context => {
  const site = await aSite(context, (request, response) =>
    sending(aDocument(`https://${request.headers.host}/client.json`))(request, response),
  )
  const { of } = documents(context, { allow: [site.host] })
  assert.deepEqual(await of(site.address), {
    id: site.address,
    name: 'Robottxt',
    redirectUris: ['https://robot.example/callback', 'http://127.0.0.1/callback'],
  })
})

test('a document is cached for five minutes, and a failure for thirty seconds', async context => {
  let isThere = true
  const site = await aSite(context, (request, response) => {
    const address = `https://${request.headers.host}/client.json`
    if (!isThere) response.statusCode = 404
    sending(aDocument(address))(request, response)
  })
  const { of, clock } = documents(context, { allow: [site.host] })
  await Promise.all(Array.from({ length: 20 }, () => of(site.address)))
  clock.advance(299_999)
  await of(site.address)
  assert.equal(site.asked.length, 1)
  clock.advance(1)
  isThere = false
  await assert.rejects(of(site.address), untrusted(/answers 404/))
  await assert.rejects(of(site.address), untrusted(/answers 404/))
  assert.equal(site.asked.length, 2)
  isThere = true
  clock.advance(30_000)
  await of(site.address)
  assert.equal(site.asked.length, 3)
})

test('a document on a private address is not fetched, whether given by IP address or name', async context => {
  const site = await aSite(context, sending('{}'))
  const lookup = async () => [{ address: '10.0.0.7', family: 4 }]
  const { of } = documents(context, { lookup })
  for (const address of [
    'https://127.0.0.1/client.json',
    'https://[::1]/client.json',
    'https://169.254.169.254/latest/client.json',
    'https://localhost/client.json',
    'https://robot.example/client.json',
  ])
    await assert.rejects(of(address), untrusted(/is not on the public internet/), address)
  await assert.rejects(of(site.address), untrusted(/only 80 and 443/))
  assert.deepEqual(site.asked, [])
})

const FAULTS: Record<string, [(address: string) => RequestListener, RegExp]> = {
  huge: [address => sending(aDocument(address, { padding: 'x'.repeat(17_000) })), /more than 16384 bytes/],
  'about another client': [
    () => sending(aDocument('https://other.example/client.json')),
    /another client_id/,
  ],
  'about the same client in other letters': [
    address => sending(aDocument(address.replace('client', 'CLIENT'))),
    /another client_id/,
  ],
  'without a client_id': [address => sending(aDocument(address, { client_id: undefined })), /another client/],
  'a page': [() => sending('<!doctype html>', 'text/html'), /answers 200, as text\/html/],
  'no JSON': [() => sending('{'), /JSON/],
  'a list': [() => sending([]), /is a JSON object|redirect_uris/],
  'without addresses': [address => sending(aDocument(address, { redirect_uris: [] })), /redirect_uris/],
  'with a secret': [
    address => sending(aDocument(address, { token_endpoint_auth_method: 'client_secret_post' })),
    /which anyone could read there/,
  ],
  'elsewhere by now': [
    () => (_, response) => response.writeHead(302, { Location: '/other.json' }).end(),
    /redirects, which is not allowed/,
  ],
}

for (const [name, [answer, why]] of Object.entries(FAULTS)) {
  test(`a client document is rejected: ${name}`, async context => {
    const site = await aSite(context, (request, response) =>
      answer(`https://${request.headers.host}/client.json`)(request, response),
    )
    const { of } = documents(context, { allow: [site.host] })
    await assert.rejects(of(site.address), untrusted(why))
    assert.deepEqual(site.asked, ['/client.json'])
  })
}

const SLOW: Record<string, RequestListener> = {
  'from the start': () => {},
  'in the middle': (_, response) => {
    response.setHeader('Content-Type', 'application/json')
    response.write('{')
  },
}

for (const [when, answer] of Object.entries(SLOW)) {
  test(`a client document is rejected when it takes longer than five seconds: slow ${when}`, async context => {
    const site = await aSite(context, answer)
    context.mock.timers.enable({ apis: ['setTimeout'] })
    const { of } = documents(context, { allow: [site.host], ...DOCUMENT_LIMITS })
    const rejected = assert.rejects(of(site.address), untrusted(/takes longer than 5 seconds/))
    await site.answered
    context.mock.timers.tick(5_000)
    await rejected
    assert.deepEqual(site.asked, ['/client.json'])
  })
}

test('a document URL uses https, has a path and is in normal form', () => {
  assert.ok(isClientDocumentUrl('https://claude.ai/oauth/mcp-oauth-client-metadata'))
  for (const id of [
    'http://robot.example/client.json',
    'https://robot.example/',
    'https://robot.example',
    'https://user@robot.example/client.json',
    'https://robot.example/client.json#x',
    'https://robot.example/a/../client.json',
    'https://ROBOT.example/client.json',
    'file:///client.json',
    '5f0c2b1e-6a0d-4c1c-9a57-3d0d8b8f6f11',
    `https://robot.example/${'x'.repeat(2_000)}`,
  ])
    assert.ok(!isClientDocumentUrl(id), id)
})
