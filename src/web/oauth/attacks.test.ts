import assert from 'node:assert/strict'
import { createAccount } from '#accounts/account.ts'
import { createToken } from '#auth/tokens.ts'
import { aDashboardClient } from '#testing/dashboard-client.ts'
import { aMember } from '#testing/members.ts'
import { anOauthClient, opensMcp, REDIRECT } from '#testing/oauth-client.ts'
import { type TestService, withRunningService } from '#testing/service.ts'

const SITE = 'https://app.example.com/callback'

/** The status and the error code of an answer. */
const told = ({ status, text }: { status: number; text: string }) => [status, JSON.parse(text).error]

async function letIn(it: TestService) {
  const ada = await aMember(it, 'ada@example.com', 'viewer')
  return { ada, robot: await anOauthClient(it) }
}

withRunningService('a reused code revokes the tokens issued for it', async it => {
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

withRunningService('a code exchanged twice at once leaves no valid token', async it => {
  const { ada, robot } = await letIn(it)
  const code = await robot.code(ada)
  const answers = await Promise.all([1, 2, 3].map(() => robot.exchange(code)))
  const good = answers.filter(({ status }) => status === 200)
  assert.equal(good.length, 1)
  assert.equal(await opensMcp(it, JSON.parse(good[0]?.text ?? '').access_token), 401)
})

withRunningService(
  'a code is refused for another client, another redirect URI or after a minute',
  async it => {
    const { ada, robot } = await letIn(it)
    const thief = await anOauthClient(it)
    const code = await robot.code(ada)
    assert.deepEqual(told(await robot.exchange(code, { client_id: thief.id })), [400, 'invalid_grant'])
    assert.deepEqual(told(await thief.exchange(code)), [400, 'invalid_grant'])
    for (const redirect_uri of ['http://127.0.0.1:33419/callback', `${REDIRECT}/`, SITE, ''])
      assert.deepEqual(
        told(await robot.exchange(code, { redirect_uri })),
        [400, 'invalid_grant'],
        redirect_uri,
      )
    assert.equal((await robot.exchange(code)).status, 200)
    const late = await robot.code(ada)
    it.clock.advance(60_000)
    assert.deepEqual(told(await robot.exchange(late)), [400, 'invalid_grant'])
  },
)

withRunningService('a code is refused without its verifier, and PKCE cannot be downgraded', async it => {
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

withRunningService('a reused refresh token revokes its family and no other', async it => {
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

withRunningService('a token works only for the resource it was issued for', async it => {
  const { ada, robot } = await letIn(it)
  const { access_token, refresh_token } = await robot.tokens(ada)
  const keeper = { clock: it.clock, ids: it.service.ids, actor: 'test' }
  const input = { name: 'test', audience: 'api' as const, expiresAt: null }
  const { db } = it.service
  const { text } = await db.write(tx => createToken(tx, keeper, it.account.id, input))
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
  // As if the grant had been given while the server had another address.
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

withRunningService('consent can be given only by the signed-in person for their own account', async it => {
  const { ada, robot } = await letIn(it)
  const input = { request: robot.request(), account: it.account.publicId }
  for (const path of ['allow', 'deny', 'look'].map(verb => `/app/api/consent/${verb}`)) {
    for (const origin of ['https://evil.example', 'null', `${it.service.baseUrl}.evil.example`])
      assert.equal((await ada.post(path, input, { Origin: origin })).status, 403, path)
    const bare = await it.ask(path, {
      method: 'POST',
      headers: { cookie: ada.cookie(), 'content-type': 'application/json' },
      body: Buffer.from(JSON.stringify(input)),
    })
    assert.equal(bare.status, 403)
    const form = { Origin: it.service.baseUrl, 'Content-Type': 'application/x-www-form-urlencoded' }
    assert.equal((await ada.post(path, input, form)).status, 400)
    assert.equal((await aDashboardClient(it).post(path, input)).status, 401)
    assert.ok([404, 405].includes((await ada.get(path)).status))
  }
  const { db, ids } = it.service
  const other = await db.write(tx => createAccount(tx, it.clock, ids, { name: 'Other' }))
  for (const account of [other.publicId, other.id, '', it.account.id])
    assert.equal((await ada.post('/app/api/consent/allow', { ...input, account })).status, 404)
  for (const request of ['', 'client_id=x', robot.request({ redirect_uri: 'https://evil.example/' })])
    assert.equal((await ada.post('/app/api/consent/deny', { request })).status, 400)
  assert.deepEqual(await db.read.selectFrom('oauth_grant').selectAll().execute(), [])
  const page = await it.ask(`/app/consent?request=${encodeURIComponent(robot.request())}`)
  assert.match(String(page.headers['content-security-policy']), /frame-ancestors 'none'/)
  assert.equal(page.headers['x-frame-options'], 'DENY')
})
