import assert from 'node:assert/strict'
import { addMember, removeMember } from '#accounts/members.ts'
import { anAccount } from '#testing/colleagues.ts'
import { decide } from '#testing/dashboard-client.ts'
import { aMember, personId, testAction } from '#testing/members.ts'
import { anOauthClient, opensMcp, REDIRECT, register } from '#testing/oauth-client.ts'
import { type TestService, withRunningService } from '#testing/service.ts'
import { until } from '#testing/until.ts'

const DAY_MS = 86_400_000
const pathOf = (it: TestService) => `/app/api/accounts/${it.account.publicId}`
const clientsPath = (it: TestService) => `${pathOf(it)}/clients`

withRunningService('a person authorizes a client, which reads for them until they revoke it', async it => {
  const ada = await aMember(it, 'ada@example.com', 'viewer')
  const robot = await anOauthClient(it)
  const led = await robot.authorize()
  assert.equal(led.status, 302)
  assert.equal(led.headers['cache-control'], 'no-store')
  const page = new URL(String(led.headers.location))
  assert.equal(page.pathname, '/app/consent')
  const looked = await ada.post('/app/api/consent/look', { request: page.searchParams.get('request') })
  assert.deepEqual(looked.json, {
    client: { name: 'Robot', site: null },
    target: { kind: 'machine', name: '127.0.0.1' },
    scope: 'highlights:read',
    email: 'ada@example.com',
    accounts: [{ id: it.account.publicId, name: 'Acme' }],
    current: it.account.publicId,
  })
  const tokens = await robot.tokens(ada)
  assert.deepEqual([tokens.scope, tokens.expires_in], ['highlights:read', 3_600])
  assert.equal(await opensMcp(it, tokens.access_token), 200)
  const { json } = await ada.get(clientsPath(it))
  assert.equal(json.address, `${it.service.baseUrl}/mcp`)
  assert.equal(
    (await decide(ada, pathOf(it), { action: 'client disconnect', id: json.clients[0].id })).status,
    200,
  )
  assert.equal(await opensMcp(it, tokens.access_token), 401)
  assert.equal((await robot.refresh(tokens.refresh_token)).status, 400)
  const told = await it.service.db.read.selectFrom('activity').select('action').execute()
  assert.deepEqual(
    told.map(({ action }) => action).filter(action => action?.startsWith('client')),
    ['client connected', 'client disconnected'],
  )
})

withRunningService('codes and tokens are stored only as hashes', async it => {
  const ada = await aMember(it, 'ada@example.com', 'viewer')
  const robot = await anOauthClient(it)
  const code = await robot.code(ada)
  const tokens = JSON.parse((await robot.exchange(code)).text)
  const { read } = it.service.db
  const stored = JSON.stringify([
    await read.selectFrom('ticket').selectAll().execute(),
    await read.selectFrom('oauth_token').selectAll().execute(),
    await read.selectFrom('oauth_grant').selectAll().execute(),
    await read.selectFrom('activity').selectAll().execute(),
    it.logged,
  ])
  for (const secret of [code, tokens.access_token, tokens.refresh_token, robot.verifier])
    assert.ok(!stored.includes(secret))
})

withRunningService(
  'an access token lasts an hour, and a refresh token thirty days since its last use',
  async it => {
    const ada = await aMember(it, 'ada@example.com', 'viewer')
    const robot = await anOauthClient(it)
    let tokens = await robot.tokens(ada)
    it.clock.advance(3_599_999)
    assert.equal(await opensMcp(it, tokens.access_token), 200)
    it.clock.advance(1)
    assert.equal(await opensMcp(it, tokens.access_token), 401)
    for (let n = 0; n < 3; n++) {
      tokens = JSON.parse((await robot.refresh(tokens.refresh_token)).text)
      assert.equal(await opensMcp(it, tokens.access_token), 200)
      it.clock.advance(29 * DAY_MS)
    }
    it.clock.advance(DAY_MS)
    const late = await robot.refresh(tokens.refresh_token)
    assert.deepEqual([late.status, JSON.parse(late.text).error], [400, 'invalid_grant'])
  },
)

withRunningService('removing a member permanently revokes the clients they authorized', async it => {
  await aMember(it, 'owner@example.com', 'owner')
  const ada = await aMember(it, 'ada@example.com', 'writer')
  const robot = await anOauthClient(it)
  const { access_token } = await robot.tokens(ada)
  const { db } = it.service
  const id = await personId(ada)
  const elsewhere = await anAccount(it, 'Other')
  await db.write(tx => addMember(tx, testAction(it), elsewhere.id, { id }, 'viewer'))
  await db.write(tx => removeMember(tx, testAction(it), it.account.id, id))
  assert.equal(await opensMcp(it, access_token), 401)
  const membership = {
    account_id: it.account.id,
    person_id: id,
    role: 'owner' as const,
    created_at: it.clock.now(),
  }
  await db.write(tx => tx.insertInto('membership').values(membership).execute())
  assert.equal(await opensMcp(it, access_token), 401)
  assert.deepEqual((await ada.get(clientsPath(it))).json.clients, [])
})

withRunningService('lowering a role revokes the authorizations of a member', async it => {
  const owner = await aMember(it, 'owner@example.com', 'owner')
  const ada = await aMember(it, 'ada@example.com', 'writer')
  const robot = await anOauthClient(it)
  const id = await personId(ada)
  const become = (role: string) => decide(owner, pathOf(it), { action: 'member role', id, role })
  const { access_token, refresh_token } = await robot.tokens(ada)
  for (const role of ['writer', 'publisher']) {
    assert.equal((await become(role)).status, 200)
    assert.equal(await opensMcp(it, access_token), 200, role)
  }
  assert.equal((await become('viewer')).status, 200)
  assert.equal(await opensMcp(it, access_token), 401)
  assert.equal((await robot.refresh(refresh_token)).status, 400)
  assert.equal(await opensMcp(it, (await robot.tokens(ada)).access_token), 200, 'a viewer may read')
})

withRunningService('members see and revoke their own authorizations; owners see and revoke all', async it => {
  const owner = await aMember(it, 'owner@example.com', 'owner')
  const ada = await aMember(it, 'ada@example.com', 'writer')
  const bo = await aMember(it, 'bo@example.com', 'publisher')
  const robot = await anOauthClient(it)
  const hers = await robot.tokens(ada)
  const his = await robot.tokens(bo)
  assert.equal(await opensMcp(it, hers.access_token), 200)
  const seenBy = async (visitor: typeof ada): Promise<string[]> =>
    (await visitor.get(clientsPath(it))).json.clients.map(
      (client: { person: { email: string } }) => client.person.email,
    )
  assert.deepEqual(await seenBy(ada), ['ada@example.com'])
  assert.deepEqual(await seenBy(bo), ['bo@example.com'])
  assert.deepEqual((await seenBy(owner)).toSorted(), ['ada@example.com', 'bo@example.com'])
  const adas = await until(async () => {
    const [client] = (await ada.get(clientsPath(it))).json.clients
    return client.lastUsedAt === it.clock.now() && client
  }, 'the time of the last use')
  const disconnect = (who: typeof ada, id: string) =>
    decide(who, pathOf(it), { action: 'client disconnect', id })
  assert.equal((await disconnect(bo, adas.id)).status, 403)
  assert.equal((await disconnect(bo, 'nothing')).status, 404)
  const stranger = await aMember(it, 'eve@example.com', null)
  assert.equal((await stranger.get(clientsPath(it))).status, 404)
  assert.equal(await opensMcp(it, hers.access_token), 200)
  assert.equal((await disconnect(owner, adas.id)).status, 200)
  assert.deepEqual([await opensMcp(it, hers.access_token), await opensMcp(it, his.access_token)], [401, 200])
})

withRunningService('a client can revoke its own tokens and no others', async it => {
  const ada = await aMember(it, 'ada@example.com', 'viewer')
  const robot = await anOauthClient(it)
  const other = await anOauthClient(it, { client_name: 'Other' })
  const one = await robot.tokens(ada)
  const two = await robot.tokens(ada)
  for (const text of [one.access_token, 'tia_nothing', '']) {
    const { status } = await other.revoke(text)
    assert.equal(status, text === '' ? 400 : 200)
  }
  assert.equal(await opensMcp(it, one.access_token), 200)
  assert.equal((await robot.revoke(one.refresh_token)).status, 200)
  assert.deepEqual([await opensMcp(it, one.access_token), await opensMcp(it, two.access_token)], [401, 200])
  assert.equal((await ada.get(clientsPath(it))).json.clients.length, 1)
  assert.equal((await robot.revoke(two.access_token)).status, 200)
  assert.equal((await robot.refresh(two.refresh_token)).status, 400)
  assert.deepEqual((await ada.get(clientsPath(it))).json.clients, [])
})

withRunningService('a registration returns its metadata without a client secret', async it => {
  const answer = await register(it, {
    client_name: '  Robot\u202E\n two ',
    redirect_uris: [REDIRECT],
    token_endpoint_auth_method: 'client_secret_basic',
    grant_types: ['authorization_code', 'refresh_token'],
    scope: 'everything',
    logo_uri: 'https://evil.example/logo.svg',
  })
  assert.deepEqual([answer.status, answer.headers['cache-control']], [201, 'no-store'])
  const { client_id, ...rest } = JSON.parse(answer.text)
  assert.match(client_id, /^[0-9a-f-]{36}$/)
  assert.deepEqual(rest, {
    client_id_issued_at: Math.floor(it.clock.now() / 1_000),
    client_name: 'Robot two',
    redirect_uris: [REDIRECT],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  })
  const nameless = await register(it, { redirect_uris: [REDIRECT], client_name: 7 })
  assert.equal(JSON.parse(nameless.text).client_name, 'Unnamed app')
})

withRunningService(
  'the metadata lists all endpoints, also below the path of the public address',
  async it => {
    const paths = ['/.well-known/oauth-authorization-server/news', '/.well-known/oauth-authorization-server']
    for (const path of paths) {
      const { status, text, headers } = await it.ask(path)
      assert.deepEqual([status, headers['access-control-allow-origin']], [200, '*'])
      const metadata = JSON.parse(text)
      assert.equal(metadata.issuer, 'https://example.com/news')
      assert.equal(metadata.authorization_endpoint, 'https://example.com/news/oauth/authorize')
      assert.deepEqual(metadata.code_challenge_methods_supported, ['S256'])
      assert.deepEqual(metadata.token_endpoint_auth_methods_supported, ['none'])
      for (const name of ['token', 'registration', 'revocation'])
        assert.match(metadata[`${name}_endpoint`], /^https:\/\/example\.com\/news\/oauth\/\w+$/)
    }
    const resource = JSON.parse((await it.ask('/.well-known/oauth-protected-resource/news/mcp')).text)
    assert.deepEqual(resource.authorization_servers, ['https://example.com/news'])
    const robot = await anOauthClient(it)
    assert.match(
      String((await robot.authorize()).headers.location),
      /^https:\/\/example\.com\/news\/app\/consent\?/,
    )
  },
  { TIDINGS_BASE_URL: 'https://example.com/news' },
)

withRunningService('a client in a browser on another origin can register and request tokens', async it => {
  const asking = {
    Origin: 'https://app.example.com',
    'Access-Control-Request-Method': 'POST',
    'Access-Control-Request-Headers': 'content-type,mcp-protocol-version',
  }
  for (const path of ['register', 'token', 'revoke']) {
    const { status, headers } = await it.ask(`/oauth/${path}`, { method: 'OPTIONS', headers: asking })
    assert.deepEqual([status, headers['access-control-allow-origin']], [204, '*'], path)
    assert.match(String(headers['access-control-allow-headers']), /Content-Type.*MCP-Protocol-Version/)
    assert.equal(headers['access-control-allow-credentials'], undefined)
  }
  const robot = await anOauthClient(it)
  const { headers } = await robot.authorize()
  assert.equal(headers['access-control-allow-origin'], undefined)
})
