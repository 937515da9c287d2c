import assert from 'node:assert/strict'
import { openDatabase } from '#platform/db/open.ts'
import { onBothEngines } from '#testing/databases.ts'
import type { Answer } from '#testing/http.ts'
import { holderOf } from '#testing/openapi.ts'
import { BASE_URL, type TestServer, withTestServer } from '#testing/served.ts'
import { aTeam, withTeam } from '#testing/team.ts'
import { manualClock } from '#testing/world.ts'

const PATH = '/api/v1/highlights'
const DAY = 86_400_000

const asker =
  ({ ask }: TestServer, text: string) =>
  (query = '', method = 'GET') =>
    ask(PATH + query, { method, headers: { authorization: `Bearer ${text}` } })

const problem = ({ text }: Answer) => JSON.parse(text)
const titles = ({ text }: Answer): string[] =>
  JSON.parse(text).highlights.map((it: { title: string }) => it.title)

withTeam('a token gets user-facing changes with exactly thirteen fields', async (team, served, _, clock) => {
  await team.merge('feat: export any report as CSV', { body: 'Users can download what they see.' })
  await team.merge('ci: cache packages between jobs', { files: ['.github/workflows/ci.yml'] })
  const answer = await asker(served, (await team.token()).text)()
  assert.equal(answer.status, 200)
  assert.equal(answer.headers['cache-control'], 'private, no-store')
  const { highlights, window, next_cursor } = JSON.parse(answer.text)
  assert.deepEqual(
    highlights.map((one: object) => Object.keys(one)),
    [
      [
        'pr_id',
        'repo',
        'number',
        'title',
        'codehost_url',
        'merged_at',
        'kind',
        'visibility',
        'magnitude',
      ].concat(...['confidence', 'reason', 'pitch', 'already_promoted']),
    ],
  )
  const { title, repo, number, codehost_url, kind, already_promoted } = highlights[0]
  assert.deepEqual(
    [title, repo, number, codehost_url, kind, already_promoted],
    ['feat: export any report as CSV', 'acme/app', 1, 'https://github.com/acme/app/pull/1', 'feature', false],
  )
  const now = clock.now()
  assert.deepEqual(window, {
    from: new Date(now - 14 * DAY).toISOString(),
    to: new Date(now).toISOString(),
    days: 14,
  })
  assert.equal(next_cursor, null)
})

withTeam(
  'a request without a valid token gets a challenge without details',
  async (team, served, _, clock) => {
    await team.merge('feat: export any report as CSV')
    const { token, text } = await team.token()
    const expired = await team.token({ expiresAt: clock.now() + 1 })
    const forMcp = await team.token({ audience: 'mcp' })
    clock.advance(1)
    await team.revoke(token.id)
    const bare = 'Bearer realm="Tidings"'
    const invalid = /^Bearer realm="Tidings", error="invalid_token", error_description="[^"]+"$/
    const tried: [authorization: string | null, challenge: string | RegExp][] = [
      [null, bare],
      ['Basic dXNlcjpwYXNz', bare],
      ['Bearer', bare],
      ['Bearer nonsense', invalid],
      [`Bearer ${text.slice(0, -1)}`, invalid],
      [`bearer ${text}`, invalid],
      [`Bearer ${expired.text}`, invalid],
      [`Bearer ${forMcp.text}`, invalid],
    ]
    const bodies = new Set<string>()
    for (const [authorization, challenge] of tried) {
      const headers: Record<string, string> = authorization === null ? {} : { authorization }
      const answer = await served.ask(`${PATH}?days=0`, { headers })
      assert.equal(answer.status, 401, String(authorization))
      assert.equal(problem(answer).type, `${BASE_URL}/docs/problems#unauthorized`)
      assert.equal(answer.headers['cache-control'], 'private, no-store')
      const said = String(answer.headers['www-authenticate'])
      if (typeof challenge === 'string') assert.equal(said, challenge)
      else {
        assert.match(said, challenge)
        bodies.add(answer.text)
      }
    }
    assert.equal(bodies.size, 1)
  },
)

withTeam('a token with another scope is refused with 403', async (team, served) => {
  const { text } = await team.token({ scope: 'something:else' })
  const answer = await asker(served, text)()
  assert.equal(answer.status, 403)
  assert.equal(problem(answer).type, `${BASE_URL}/docs/problems#insufficient_scope`)
  assert.equal(
    answer.headers['www-authenticate'],
    'Bearer realm="Tidings", error="insufficient_scope", scope="highlights:read"',
  )
})

withTeam('a revoked token is refused from the next request on', async (team, served) => {
  const { token, text } = await team.token()
  const ask = asker(served, text)
  assert.equal((await ask()).status, 200)
  await team.revoke(token.id)
  assert.equal((await ask()).status, 401)
})

withTeam(
  'an answer from memory is the same, counts against the limit, and is given to no revoked token',
  async (team, served) => {
    await team.merge('feat: export any report as CSV')
    const { token, text } = await team.token()
    const ask = asker(served, text)
    const answers = [await ask(), await ask(), await ask()]
    const shown = answers.map(({ status, text, headers }) => {
      const { date: _, ratelimit, 'x-request-id': id, ...rest } = headers
      assert.match(String(id), /^[\w-]{36}$/)
      return { status, text, rest, left: /r=(\d+)/.exec(String(ratelimit))?.[1] }
    })
    assert.deepEqual(
      shown.map(({ left }) => left),
      ['119', '118', '117'],
    )
    const [first, ...others] = shown
    for (const other of others) assert.deepEqual({ ...other, left: '119' }, first)
    assert.equal(served.logged.filter(line => line.includes('"route":"/api/v1/highlights"')).length, 3)
    assert.equal((await asker(served, 'tid_unknown')()).status, 401)
    await team.revoke(token.id)
    assert.equal((await ask()).status, 401)
  },
  { mayBeStale: true },
)

withTeam(
  'the 121st request in a minute is told to wait; other tokens are not affected',
  async (team, served, _, clock) => {
    const busy = asker(served, (await team.token()).text)
    const other = asker(served, (await team.token()).text)
    for (let n = 1; n <= 120; n++) {
      const { status, headers } = await busy(n % 2 ? '' : '?days=0')
      assert.equal(status, n % 2 ? 200 : 400)
      assert.equal(headers['ratelimit-policy'], '"token";q=120;w=60')
      assert.match(String(headers.ratelimit), new RegExp(`^"token";r=${120 - n};t=(60|5\\d)$`))
      if (n === 60) clock.advance(10_000)
    }
    const refused = await busy()
    assert.equal(refused.status, 429)
    assert.equal(problem(refused).type, `${BASE_URL}/docs/problems#rate_limited`)
    assert.deepEqual([refused.headers['retry-after'], refused.headers.ratelimit], ['50', '"token";r=0;t=50'])
    assert.equal((await other()).status, 200)
    clock.advance(50_000)
    assert.equal((await busy()).status, 200)
  },
)

withTeam('an invalid parameter is refused with what is accepted', async (team, served) => {
  const answer = await asker(served, (await team.token()).text)('?days=400&kinds=Fix&colour=red')
  assert.equal(answer.status, 400)
  assert.equal(answer.headers['content-type'], 'application/problem+json')
  const { parameters } = problem(answer)
  assert.deepEqual(parameters[0], { name: 'days', got: '400', accepts: 'a whole number from 1 to 365' })
  assert.deepEqual(
    parameters.map((one: { name: string }) => one.name),
    ['days', 'kinds', 'colour'],
  )
})

withTeam('a cursor works only with its own query and account', async (team, served, db, clock) => {
  for (let n = 1; n <= 5; n++) await team.merge(`fix: thing ${n} no longer breaks`)
  const ask = asker(served, (await team.token()).text)
  const first = await ask('?kinds=fix&limit=2&days=30')
  const cursor: string = JSON.parse(first.text).next_cursor
  const goOn = (more: string) => ask(`?cursor=${cursor}${more}`)
  clock.advance(60_000)
  assert.deepEqual(titles(await goOn('&limit=2')), [
    'fix: thing 3 no longer breaks',
    'fix: thing 4 no longer breaks',
  ])
  assert.equal((await goOn('&kinds=fix&days=30')).status, 200)
  for (const other of ['&kinds=feature', '&days=14', '&min_magnitude=minor', '&repo=acme/app']) {
    const refused = await goOn(other)
    assert.equal(refused.status, 400, other)
    assert.equal(problem(refused).parameters[0].name, 'cursor')
  }
  const another = await aTeam(db, clock, 'Another')
  const theirs = asker(served, (await another.token()).text)
  const forged = `${cursor.slice(0, -4)}AAAA`
  for (const answer of [
    await theirs(`?cursor=${cursor}`),
    await ask(`?cursor=${forged}`),
    await ask('?cursor=abc'),
  ])
    assert.equal(answer.status, 400)
})

withTeam('an account never gets data of another', async (team, served, db, clock) => {
  const another = await aTeam(db, clock, 'Another')
  await team.merge('feat: ours is ours')
  await another.merge('feat: theirs is theirs')
  const ask = async (whose: typeof team, query: string) =>
    titles(await asker(served, (await whose.token()).text)(query))
  for (const query of [
    '',
    '?repo=acme/app',
    '?kinds=feature',
    '?repo=acme/app&kinds=feature&min_magnitude=patch',
  ]) {
    assert.deepEqual(await ask(team, query), ['feat: ours is ours'], query)
    assert.deepEqual(await ask(another, query), ['feat: theirs is theirs'], query)
  }
})

withTeam('internal details do not leak, and no token is logged', async (team, served) => {
  await team.merge('feat: export\u202E reports\u{E0041} as CSV')
  const { text } = await team.token()
  const answer = await asker(served, text)()
  assert.deepEqual(titles(answer), ['feat: export reports as CSV'])
  await served.ask(`${PATH}?access_token=${text}`)
  await served.ask(`${PATH}?cursor=${text}`, { headers: { authorization: `Bearer ${text}` } })
  assert.doesNotMatch(served.logged.join(''), /tid_/)
  assert.doesNotMatch(answer.text, new RegExp(team.account.publicId))
})

withTeam('only reading is allowed', async (team, served) => {
  const ask = asker(served, (await team.token()).text)
  const [get, head, options, post] = [
    await ask(),
    await ask('', 'HEAD'),
    await ask('', 'OPTIONS'),
    await ask('', 'POST'),
  ]
  assert.deepEqual([head.status, head.body.length], [200, 0])
  assert.equal(head.headers['content-type'], get.headers['content-type'])
  assert.deepEqual([options.status, options.headers.allow], [204, 'GET, HEAD, OPTIONS'])
  assert.deepEqual([post.status, post.headers.allow], [405, 'GET, HEAD, OPTIONS'])
})

onBothEngines('an unavailable database gives 503, and a cursor works after a restart', async location => {
  const clock = manualClock()
  const db = await openDatabase(location, { migrate: true })
  const team = await aTeam(db, clock)
  for (const title of ['feat: export as CSV', 'feat: export as PDF']) await team.merge(title)
  const { text } = await team.token()
  const cursor = await withTestServer(
    db,
    async served => {
      const answer = await asker(served, text)('?limit=1')
      await db.close()
      const { status, headers } = await asker(served, text)()
      assert.deepEqual([status, headers['retry-after']], [503, '10'])
      return JSON.parse(answer.text).next_cursor
    },
    { clock },
  )
  const again = await openDatabase(location, { migrate: false })
  await withTestServer(
    again,
    async served =>
      assert.deepEqual(titles(await asker(served, text)(`?cursor=${cursor}`)), ['feat: export as PDF']),
    { clock },
  )
  await again.close()
})

withTeam('every response matches the OpenAPI document', async (team, served, db) => {
  await team.merge('feat: export any report as CSV')
  const hold = holderOf(JSON.parse((await served.ask('/openapi.json')).text))
  const [good, narrow] = [await team.token(), await team.token({ scope: 'something:else' })]
  const held = async (status: number, text: string, query = '') => {
    const answer = await asker(served, text)(query)
    assert.equal(answer.status, status)
    hold('get', PATH, answer)
  }
  await held(200, good.text)
  await held(400, good.text, '?days=0')
  await held(401, 'nonsense')
  await held(403, narrow.text)
  for (let n = 0; n < 118; n++) await asker(served, good.text)()
  await held(429, good.text)
  await db.close()
  await held(503, good.text)
})
