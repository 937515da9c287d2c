import assert from 'node:assert/strict'
import { createToken } from '#access/tokens.ts'
import { createAccount } from '#accounts/account.ts'
import { aMember } from '#testing/members.ts'
import { anOauthClient, opensMcp, postForm, REDIRECT, register } from '#testing/oauth-client.ts'
import { type TestedService, withRunningService } from '#testing/service.ts'
import { aVisitor } from '#testing/visitor.ts'

const SITE = 'https://app.example.com/callback'

/** The status and the error code of an answer. */
const told = ({ status, text }: { status: number; text: string }) => [status, JSON.parse(text).error]

async function letIn(it: TestedService) {
  const ada = await aMember(it, 'ada@example.com', 'viewer')
  return { ada, robot: await anOauthClient(it) }
}

withRunningService('a code that comes again ends what it gave', async it => {
  const { ada, robot } = await letIn(it)
  const code = await robot.code(ada)
  const { access_token, refresh_token } = JSON.parse((await robot.exchange(code)).text)
  assert.equal(await opensMcp(it, access_token), 200)
  assert.deepEqual(told(await robot.exchange(code)), [400, 'invalid_grant'])
  assert.equal(await opensMcp(it, access_token), 401)
  assert.deepEqual(told(await robot.refresh(refresh_token)), [400, 'invalid_grant'])
  const warned = it.logged.filter(line => line.includes('came a second time'))
  assert.equal(warned.length, 1)
  assert.ok(warned[0]?.includes(robot.id) && !warned[0].includes(code))
})

withRunningService('of two who exchange a code at once neither keeps anything', async it => {
  const { ada, robot } = await letIn(it)
  const code = await robot.code(ada)
  const answers = await Promise.all([1, 2, 3].map(() => robot.exchange(code)))
  const good = answers.filter(({ status }) => status === 200)
  assert.equal(good.length, 1)
  assert.equal(await opensMcp(it, JSON.parse(good[0]?.text ?? '').access_token), 401)
})

withRunningService('a code is of no use to another client, elsewhere, or after a minute', async it => {
  const { ada, robot } = await letIn(it)
  const thief = await anOauthClient(it)
  const code = await robot.code(ada)
  assert.deepEqual(told(await robot.exchange(code, { client_id: thief.id })), [400, 'invalid_grant'])
  assert.deepEqual(told(await thief.exchange(code)), [400, 'invalid_grant'])
  for (const redirect_uri of ['http://127.0.0.1:33419/callback', `${REDIRECT}/`, SITE, ''])
    assert.deepEqual(told(await robot.exchange(code, { redirect_uri })), [400, 'invalid_grant'], redirect_uri)
  assert.equal((await robot.exchange(code)).status, 200)
  const late = await robot.code(ada)
  it.clock.advance(60_000)
  assert.deepEqual(told(await robot.exchange(late)), [400, 'invalid_grant'])
})

withRunningService('without the verifier a code is of no use, and PKCE cannot be talked down', async it => {
  const { ada, robot } = await letIn(it)
  const code = await robot.code(ada)
  const challenge = new URLSearchParams(robot.request()).get('code_challenge') ?? ''
  for (const [code_verifier, error] of [
    [undefined, 'invalid_request'],
    ['', 'invalid_request'],
    ['short', 'invalid_grant'],
    [challenge, 'invalid_grant'],
    ['x'.repeat(43), 'invalid_grant'],
    ['x'.repeat(129), 'invalid_grant'],
    [robot.verifier.toLowerCase(), 'invalid_grant'],
  ] as const)
    assert.deepEqual(
      told(await robot.exchange(code, { code_verifier })),
      [400, error],
      code_verifier ?? 'none',
    )
  assert.equal((await robot.exchange(code)).status, 200)
  for (const more of [
    { code_challenge: undefined, code_challenge_method: undefined },
    { code_challenge: undefined },
    { code_challenge_method: undefined },
    { code_challenge_method: 'plain' },
    { code_challenge_method: 's256' },
    { code_challenge: robot.verifier.slice(1) },
    { code_challenge: `${robot.verifier}=` },
  ]) {
    const { status, headers } = await robot.authorize(more)
    const answer = new URL(String(headers.location))
    assert.equal(status, 302)
    assert.equal(`${answer.origin}${answer.pathname}`, REDIRECT)
    assert.equal(answer.searchParams.get('error'), 'invalid_request', JSON.stringify(more))
    const asked = await ada.post('/app/api/consent/allow', {
      request: robot.request(more),
      account: it.account.publicId,
    })
    assert.equal(asked.status, 400)
  }
})

const ELSEWHERE = [
  'https://evil.example/callback',
  'https://app.example.com.evil.example/callback',
  'https://app.example.com/callback/../../evil',
  'https://app.example.com/callback?next=https://evil.example',
  'https://app.example.com/callback#@evil.example',
  'https://app.example.com@evil.example/callback',
  'https://app.example.com\\@evil.example/callback',
  'https://app.example.com./callback',
  'https://APP.example.com/callback',
  'https://app.example.com/CALLBACK',
  'http://app.example.com/callback',
  '//app.example.com/callback',
  'javascript:alert(1)',
  'http://localhost:33418/callback',
  'http://127.0.0.1.evil.example/callback',
  '',
]

withRunningService('nobody is sent to an address that the client has not named', async it => {
  const robot = await anOauthClient(it, { redirect_uris: [SITE, REDIRECT] })
  const asked = await Promise.all([
    ...ELSEWHERE.map(redirect_uri => robot.authorize({ redirect_uri })),
    robot.authorize({ redirect_uri: undefined }),
    robot.authorize({ redirect_uri: 'https://evil.example/', response_type: 'wrong', scope: 'x' }),
    robot.authorize({ client_id: undefined }),
    robot.authorize({ client_id: '5f0c2b1e-6a0d-4c1c-9a57-3d0d8b8f6f11' }),
    robot.authorize({ client_id: '<script>alert(1)</script>' }),
    robot.authorize({ client_id: 'https://127.0.0.1/client.json' }),
    robot.authorize({ client_id: 'https://169.254.169.254/client.json' }),
    robot.authorize({ client_id: 'https://user@example.com/client.json' }),
    robot.authorize({ state: 'x'.repeat(9_000) }),
    it.ask(`/oauth/authorize?${robot.request()}&client_id=${robot.id}`),
    it.ask(`/oauth/authorize?${robot.request()}&redirect_uri=https%3A%2F%2Fevil.example%2F`),
    it.ask('/oauth/authorize'),
  ])
  for (const { status, headers, text } of asked) {
    assert.equal(status, 400, text)
    assert.equal(headers.location, undefined)
    assert.match(String(headers['content-type']), /^text\/html/)
    assert.match(String(headers['content-security-policy']), /default-src 'none'.*frame-ancestors 'none'/)
    assert.equal(headers['x-frame-options'], 'DENY')
    assert.doesNotMatch(text, /<script|evil\.example/)
  }
})

withRunningService('a link leads nobody to a stranger by an error; it can be followed by hand', async it => {
  const robot = await anOauthClient(it, { client_name: '<b>Bank</b>', redirect_uris: [SITE, REDIRECT] })
  for (const [more, error] of [
    [{ response_type: 'token' }, 'unsupported_response_type'],
    [{ response_type: undefined }, 'unsupported_response_type'],
    [{ response_mode: 'fragment' }, 'invalid_request'],
    [{ scope: 'admin' }, 'invalid_scope'],
    [{ resource: 'https://evil.example/mcp' }, 'invalid_target'],
    [{ resource: `${it.service.baseUrl}/api/v1/highlights` }, 'invalid_target'],
    [{ code_challenge_method: 'plain' }, 'invalid_request'],
  ] as const) {
    const seen = await robot.authorize({ ...more, redirect_uri: SITE })
    assert.deepEqual([seen.status, seen.headers.location], [400, undefined], error)
    assert.match(seen.text, /&lt;b&gt;Bank/)
    const link = /href="(https:\/\/app\.example\.com[^"]+)"/.exec(seen.text)?.[1]?.replaceAll('&amp;', '&')
    const query = new URL(link ?? '').searchParams
    assert.deepEqual(
      [query.get('error'), query.get('state'), query.get('iss')],
      [error, 'st4te', it.service.baseUrl],
    )
    const led = await robot.authorize(more)
    assert.match(String(led.headers.location), new RegExp(`^${REDIRECT}\\?error=${error}&`))
  }
})

withRunningService('every answer says who gives it', async it => {
  const { ada, robot } = await letIn(it)
  const request = robot.request()
  const yes = await ada.post('/app/api/consent/allow', { request, account: it.account.publicId })
  const no = await ada.post('/app/api/consent/deny', { request })
  const wrong = await robot.authorize({ response_type: 'token' })
  const queries = [yes.json.location, no.json.location, wrong.headers.location].map(
    address => new URL(address).searchParams,
  )
  for (const query of queries)
    assert.deepEqual([query.get('iss'), query.get('state')], [it.service.baseUrl, 'st4te'])
  assert.deepEqual(
    queries.map(query => query.get('error')),
    [null, 'access_denied', 'unsupported_response_type'],
  )
  const unsaid = await ada.post('/app/api/consent/deny', { request: robot.request({ state: undefined }) })
  assert.equal(new URL(unsaid.json.location).searchParams.get('state'), null)
})

withRunningService('a refresh token that comes again ends its family, and no other', async it => {
  const { ada, robot } = await letIn(it)
  const first = await robot.tokens(ada)
  const elsewhere = await robot.tokens(ada)
  const thief = await anOauthClient(it)
  assert.deepEqual(told(await thief.refresh(first.refresh_token)), [400, 'invalid_grant'])
  assert.deepEqual(told(await robot.refresh(first.access_token)), [400, 'invalid_grant'])
  const second = JSON.parse((await robot.refresh(first.refresh_token)).text)
  assert.equal(await opensMcp(it, second.access_token), 200)
  assert.deepEqual(told(await robot.refresh(first.refresh_token)), [400, 'invalid_grant'])
  assert.equal(await opensMcp(it, second.access_token), 401)
  assert.equal(await opensMcp(it, first.access_token), 401)
  assert.deepEqual(told(await robot.refresh(second.refresh_token)), [400, 'invalid_grant'])
  assert.equal(await opensMcp(it, elsewhere.access_token), 200)
  const many = await Promise.all([1, 2, 3].map(() => robot.refresh(elsewhere.refresh_token)))
  assert.equal(many.filter(({ status }) => status === 200).length, 1)
  assert.equal(await opensMcp(it, elsewhere.access_token), 401)
})

withRunningService('a token opens the one interface that it was given for', async it => {
  const { ada, robot } = await letIn(it)
  const { access_token, refresh_token } = await robot.tokens(ada)
  const keeper = { clock: it.clock, ids: it.service.ids, actor: 'test' }
  const wish = { name: 'test', audience: 'api' as const, expiresAt: null }
  const { db } = it.service
  const { text } = await db.write(tx => createToken(tx, keeper, it.account.id, wish))
  assert.deepEqual([await opensMcp(it, text), await opensMcp(it, refresh_token)], [401, 401])
  for (const token of [access_token, refresh_token]) {
    const asked = await it.ask('/api/v1/highlights', { headers: { authorization: `Bearer ${token}` } })
    assert.equal(asked.status, 401)
    assert.match(String(asked.headers['www-authenticate']), /error="invalid_token"/)
  }
  assert.deepEqual(told(await robot.refresh(refresh_token, { resource: 'https://evil.example/mcp' })), [
    400,
    'invalid_target',
  ])
  const other = { resource: 'https://elsewhere.example/mcp' }
  assert.equal(await opensMcp(it, access_token), 200)
  // As if it had been given while the server had another address.
  const [grant] = await db.read.selectFrom('oauth_grant').selectAll().execute()
  assert.ok(grant)
  await db.write(async tx => {
    await tx
      .insertInto('oauth_grant')
      .values({ ...grant, ...other, id: it.service.ids.next() })
      .execute()
    const moved = tx.selectFrom('oauth_grant').select('id').where('resource', '=', other.resource)
    const tokens = await tx.selectFrom('oauth_token').selectAll().execute()
    const { id } = await moved.executeTakeFirstOrThrow()
    await tx.deleteFrom('oauth_token').execute()
    await tx
      .insertInto('oauth_token')
      .values(tokens.map(token => ({ ...token, grant_id: id })))
      .execute()
  })
  assert.equal(await opensMcp(it, access_token), 401)
  assert.deepEqual(told(await robot.refresh(refresh_token)), [400, 'invalid_grant'])
})

withRunningService('nobody answers in the place of the person, and nobody for another account', async it => {
  const { ada, robot } = await letIn(it)
  const wish = { request: robot.request(), account: it.account.publicId }
  for (const path of ['allow', 'deny', 'look'].map(verb => `/app/api/consent/${verb}`)) {
    for (const origin of ['https://evil.example', 'null', `${it.service.baseUrl}.evil.example`])
      assert.equal((await ada.post(path, wish, { Origin: origin })).status, 403, path)
    const bare = await it.ask(path, {
      method: 'POST',
      headers: { cookie: ada.cookie(), 'content-type': 'application/json' },
      body: Buffer.from(JSON.stringify(wish)),
    })
    assert.equal(bare.status, 403)
    const form = { Origin: it.service.baseUrl, 'Content-Type': 'application/x-www-form-urlencoded' }
    assert.equal((await ada.post(path, wish, form)).status, 400)
    assert.equal((await aVisitor(it).post(path, wish)).status, 401)
    assert.ok([404, 405].includes((await ada.get(path)).status))
  }
  const { db, ids } = it.service
  const other = await db.write(tx => createAccount(tx, it.clock, ids, { name: 'Other' }))
  for (const account of [other.publicId, other.id, '', it.account.id])
    assert.equal((await ada.post('/app/api/consent/allow', { ...wish, account })).status, 404)
  for (const request of ['', 'client_id=x', robot.request({ redirect_uri: 'https://evil.example/' })])
    assert.equal((await ada.post('/app/api/consent/deny', { request })).status, 400)
  assert.deepEqual(await db.read.selectFrom('oauth_grant').selectAll().execute(), [])
  const page = await it.ask(`/app/consent?request=${encodeURIComponent(robot.request())}`)
  assert.match(String(page.headers['content-security-policy']), /frame-ancestors 'none'/)
  assert.equal(page.headers['x-frame-options'], 'DENY')
})

withRunningService('a registration that cannot be used is refused, and not kept', async it => {
  for (const [metadata, error] of [
    [null, 'invalid_client_metadata'],
    [[], 'invalid_client_metadata'],
    [{}, 'invalid_redirect_uri'],
    [{ redirect_uris: [] }, 'invalid_redirect_uri'],
    [{ redirect_uris: SITE }, 'invalid_redirect_uri'],
    [{ redirect_uris: [SITE, 'javascript:alert(1)'] }, 'invalid_redirect_uri'],
    [{ redirect_uris: ['http://app.example.com/callback'] }, 'invalid_redirect_uri'],
    [{ redirect_uris: Array.from({ length: 21 }, (_, n) => `${SITE}?${n}`) }, 'invalid_redirect_uri'],
    [{ redirect_uris: [SITE], grant_types: ['client_credentials'] }, 'invalid_client_metadata'],
    [{ redirect_uris: [SITE], response_types: ['token'] }, 'invalid_client_metadata'],
    [{ redirect_uris: [SITE], grant_types: 'x' }, 'invalid_client_metadata'],
  ] as const)
    assert.deepEqual(told(await register(it, metadata)), [400, error], JSON.stringify(metadata))
  assert.equal((await register(it, { redirect_uris: [SITE], x: 'x'.repeat(40_000) })).status, 413)
  assert.deepEqual(await it.service.db.read.selectFrom('oauth_client').selectAll().execute(), [])
})

withRunningService('one address registers thirty clients a minute at most', async it => {
  const statuses: number[] = []
  for (let n = 0; n < 32; n++) statuses.push((await register(it, { redirect_uris: [SITE] })).status)
  assert.deepEqual([statuses.filter(status => status === 201).length, statuses.slice(-2)], [30, [429, 429]])
  it.clock.advance(60_000)
  const again = await register(it, { redirect_uris: [SITE] })
  assert.equal(again.status, 201)
})

withRunningService('what is no request of the protocol is told so in its words', async it => {
  const { ada, robot } = await letIn(it)
  const code = await robot.code(ada)
  const token = (fields: Record<string, string>) => postForm(it, '/oauth/token', fields)
  assert.deepEqual(told(await token({})), [400, 'invalid_request'])
  assert.deepEqual(told(await token({ grant_type: 'password' })), [400, 'unsupported_grant_type'])
  assert.deepEqual(told(await token({ grant_type: 'constructor' })), [400, 'unsupported_grant_type'])
  assert.deepEqual(told(await token({ grant_type: 'refresh_token' })), [400, 'invalid_request'])
  const gone = '5f0c2b1e-6a0d-4c1c-9a57-3d0d8b8f6f11'
  assert.deepEqual(told(await robot.exchange(code, { client_id: gone })), [401, 'invalid_client'])
  const twice = await it.ask('/oauth/token', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: Buffer.from('grant_type=refresh_token&grant_type=refresh_token'),
  })
  assert.deepEqual(told(twice), [400, 'invalid_request'])
  const asJson = await it.ask('/oauth/token', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: Buffer.from('{"grant_type":"refresh_token"}'),
  })
  assert.deepEqual(told(asJson), [400, 'invalid_request'])
  assert.deepEqual(
    [asJson.headers['cache-control'], asJson.headers['access-control-allow-origin']],
    ['no-store', '*'],
  )
  assert.equal((await it.ask('/oauth/token')).status, 405)
  assert.equal((await it.ask('/oauth/authorize', { method: 'POST' })).status, 405)
})
