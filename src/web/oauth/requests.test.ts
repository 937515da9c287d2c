import assert from 'node:assert/strict'
import { aMember } from '#testing/members.ts'
import { anOauthClient, postForm, REDIRECT, register } from '#testing/oauth-client.ts'
import { type TestService, withRunningService } from '#testing/service.ts'

const SITE = 'https://app.example.com/callback'

/** The status and the error code of an answer. */
const told = ({ status, text }: { status: number; text: string }) => [status, JSON.parse(text).error]

async function letIn(it: TestService) {
  const ada = await aMember(it, 'ada@example.com', 'viewer')
  return { ada, robot: await anOauthClient(it) }
}

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

withRunningService('an unregistered redirect URI is never redirected to', async it => {
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

withRunningService('an error does not redirect to another site but shows a link', async it => {
  const robot = await anOauthClient(it, { client_name: '<b>Bank</b>', redirect_uris: [SITE, REDIRECT] })
  for (const [more, error] of [
    [{ response_type: 'token' }, 'unsupported_response_type'],
    [{ response_type: undefined }, 'unsupported_response_type'],
    [{ response_mode: 'fragment' }, 'invalid_request'],
    [{ scope: 'admin' }, 'invalid_scope'],
    [{ resource: 'https://evil.example/mcp' }, 'invalid_target'],
    [{ resource: `${it.service.baseUrl}/api/v1/highlights` }, 'invalid_target'],
    [{ resource: it.service.baseUrl }, 'invalid_target'],
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

withRunningService('every response names its issuer', async it => {
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

withRunningService('an invalid registration is refused and not stored', async it => {
  for (const [metadata, error] of [
    [null, 'invalid_client_metadata'],
    [[], 'invalid_client_metadata'],
    [{}, 'invalid_redirect_uri'],
    [{ redirect_uris: [] }, 'invalid_redirect_uri'],
    [{ redirect_uris: SITE }, 'invalid_redirect_uri'],
    [{ redirect_uris: [SITE, 'javascript:alert(1)'] }, 'invalid_redirect_uri'],
    [{ redirect_uris: ['http://app.example.com/callback'] }, 'invalid_redirect_uri'],
    [{ redirect_uris: Array.from({ length: 21 }, (_, n) => `${SITE}?${n}`) }, 'invalid_redirect_uri'],
    [{ redirect_uris: [1, 2, 3].map(n => `${SITE}?${n}${'x'.repeat(1_400)}`) }, 'invalid_redirect_uri'],
    [{ redirect_uris: [SITE], grant_types: ['client_credentials'] }, 'invalid_client_metadata'],
    [{ redirect_uris: [SITE], response_types: ['token'] }, 'invalid_client_metadata'],
    [{ redirect_uris: [SITE], grant_types: 'x' }, 'invalid_client_metadata'],
  ] as const)
    assert.deepEqual(told(await register(it, metadata)), [400, error], JSON.stringify(metadata))
  assert.equal((await register(it, { redirect_uris: [SITE], x: 'x'.repeat(40_000) })).status, 413)
  assert.deepEqual(await it.service.db.read.selectFrom('oauth_client').selectAll().execute(), [])
})

withRunningService(
  'registrations are limited to fifteen a minute per address or IPv6 network, and to sixty in all',
  async it => {
    const statusFor = async (address: string) =>
      (await register(it, { redirect_uris: [SITE] }, { 'x-forwarded-for': address })).status
    const statuses: number[] = []
    for (let n = 0; n < 17; n++) statuses.push(await statusFor(`2001:db8:1:2::${n}`))
    assert.deepEqual(statuses, [...Array(15).fill(201), 429, 429])
    for (let n = 0; n < 45; n++) assert.equal(await statusFor(`203.0.113.${n}`), 201)
    assert.equal(await statusFor('198.51.100.1'), 429)
    it.clock.advance(60_000)
    assert.equal(await statusFor('2001:db8:1:2::1'), 201)
  },
  { TIDINGS_TRUSTED_PROXIES: '127.0.0.1' },
)

withRunningService('an invalid request gets an OAuth error', async it => {
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
