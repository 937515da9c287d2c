import assert from 'node:assert/strict'
import { generateKeyPairSync, sign } from 'node:crypto'
import { test } from 'node:test'
import { type OidcServer, startOidcServer } from '#testing/oidc-server.ts'
import { OidcProvider } from './provider.ts'

const BASE_URL = 'http://127.0.0.1:8080'
const REDIRECT_URI = `${BASE_URL}/app/auth/callback/oidc`

type Tokens = Record<string, unknown>

/** Signs in with a provider whose answers at one path are changed on the way. */
async function identity(
  server: OidcServer,
  paths: readonly string[] = [],
  change = (answer: Tokens) => answer,
  onTheWay = (_: URLSearchParams) => {},
) {
  const settings = {
    issuer: server.issuer,
    clientId: server.env.TIDINGS_OIDC_CLIENT_ID ?? '',
    clientSecret: server.env.TIDINGS_OIDC_CLIENT_SECRET ?? '',
    name: 'Acme',
    trustedDomains: [],
  }
  const provider = new OidcProvider(settings, async (input, init) => {
    const response = await fetch(input, init)
    if (!paths.includes(new URL(String(input)).pathname)) return response
    return Response.json(change((await response.json()) as Tokens))
  })
  const { url, checks } = await provider.begin(REDIRECT_URI)
  const { searchParams } = await server.visit(url.href)
  onTheWay(searchParams)
  return provider.finish(searchParams, REDIRECT_URI, checks)
}

const refused = { code: 'invalid_parameter', message: 'The response of Acme is not valid.' }

test('the identity is that of a verified token', async () => {
  for (const addressInToken of [true, false]) {
    await using server = await startOidcServer(BASE_URL, { addressInToken })
    assert.deepEqual(await identity(server), {
      issuer: server.issuer,
      subject: '1',
      email: 'ada@example.com',
      isProven: true,
      name: 'Ada Lovelace',
    })
  }
})

test('a token of another issuer, of another sign-in, changed, or left out is refused', async () => {
  await using server = await startOidcServer(BASE_URL)
  await using other = await startOidcServer(BASE_URL)
  const kept: Record<string, unknown> = {}
  await identity(other, ['/token'], tokens => {
    kept.otherIssuer = tokens.id_token
    return tokens
  })
  await identity(server, ['/token'], tokens => {
    kept.otherSignIn = tokens.id_token
    return tokens
  })
  for (const id_token of [kept.otherIssuer, kept.otherSignIn, undefined, 'not.a.token'])
    await assert.rejects(
      identity(server, ['/token'], tokens => ({ ...tokens, id_token })),
      refused,
    )
  const changed = ({ id_token, ...tokens }: Tokens) => ({
    ...tokens,
    id_token: asSubject('2', String(id_token)),
  })
  await assert.rejects(identity(server, ['/token'], changed), refused)
})

/** The token with another subject, so that its signature is invalid. */
function asSubject(sub: string, token: string): string {
  const [header, claims = '', signature] = token.split('.')
  const changed = { ...JSON.parse(Buffer.from(claims, 'base64url').toString()), sub }
  return [header, Buffer.from(JSON.stringify(changed)).toString('base64url'), signature].join('.')
}

test('an address that is told about another person is refused', async () => {
  await using server = await startOidcServer(BASE_URL)
  await assert.rejects(
    identity(server, ['/me'], claims => ({ ...claims, sub: '2' })),
    refused,
  )
})

test('a provider that names another issuer is not the configured one', async () => {
  await using server = await startOidcServer(BASE_URL)
  const rename = (metadata: Tokens) => ({ ...metadata, issuer: 'https://evil.example' })
  await assert.rejects(identity(server, ['/.well-known/openid-configuration'], rename), {
    code: 'unavailable',
  })
})

test('a provider that comes back is used again', async () => {
  await using server = await startOidcServer(BASE_URL)
  let isGone = true
  const settings = {
    issuer: server.issuer,
    clientId: 'tidings',
    clientSecret: 'x',
    name: 'Acme',
    trustedDomains: [],
  }
  const provider = new OidcProvider(settings, (input, init) =>
    isGone ? Promise.reject(new TypeError('fetch failed')) : fetch(input, init),
  )
  await assert.rejects(provider.begin(REDIRECT_URI), { code: 'unavailable' })
  isGone = false
  assert.equal((await provider.begin(REDIRECT_URI)).url.origin, server.issuer)
})

test('a response with another state, or without one, is refused', async () => {
  await using server = await startOidcServer(BASE_URL)
  for (const state of ['another', '', null])
    await assert.rejects(
      identity(server, [], undefined, parameters => {
        if (state === null) parameters.delete('state')
        else parameters.set('state', state)
      }),
      refused,
      String(state),
    )
})

test('a subject that names nobody is refused', async () => {
  await using server = await startOidcServer(BASE_URL, { addressInToken: true })
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const keys = [{ ...publicKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: 'signing' }]
  const signed = (id_token: string, sub: string) => {
    const unsigned = asSubject(sub, id_token).split('.').slice(0, 2).join('.')
    return `${unsigned}.${sign('sha256', Buffer.from(unsigned), privateKey).toString('base64url')}`
  }
  const told = (sub: string) =>
    identity(server, ['/token', '/jwks'], answer =>
      answer.id_token === undefined
        ? { keys }
        : { ...answer, id_token: signed(String(answer.id_token), sub) },
    )
  assert.equal((await told('another')).subject, 'another')
  for (const sub of ['', ' ']) await assert.rejects(told(sub), refused)
})
