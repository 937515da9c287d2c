import assert from 'node:assert/strict'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { rotateAddress, setAllowedOrigins } from '#accounts/account.ts'
import { FEED_LIMIT } from '#changelog/limits.ts'
import { systemClock } from '#platform/clock.ts'
import { randomIds } from '#platform/ids.ts'
import { aChangelog } from '#testing/changelog.ts'
import type { Answer } from '#testing/http.ts'
import { BASE_URL, withServer } from '#testing/served.ts'
import { until } from '#testing/until.ts'

const UNKNOWN = '00000000-0000-4000-8000-000000000000'

interface Item {
  id: string
  title: string
  external_url?: string
  date_published: string
  date_modified: string
  content_html: string
  content_text: string
  _tidings: { kind: string; magnitude: string; pull_requests: string[] }
}
const items = ({ text }: Answer): Item[] => JSON.parse(text).items
const titles = (answer: Answer) => items(answer).map(item => item.title)

withServer(
  'a published entry appears in both formats at once, and a withdrawn one disappears',
  async ({ ask }, db) => {
    const acme = await aChangelog(db)
    const path = `/changelog/${acme.account.publicId}`
    assert.deepEqual(titles(await ask(`${path}.json`)), [])
    const id = await acme.publish({ title: 'Export reports as CSV' })
    assert.deepEqual(titles(await ask(`${path}.json`)), ['Export reports as CSV'])
    assert.match((await ask(path)).text, /<title>Export reports as CSV<\/title>/)
    await acme.withdraw(id)
    assert.doesNotMatch((await ask(path)).text, /CSV/)
  },
)

withServer('a feed shows its newest entries, ordered by id within one moment', async ({ ask }, db) => {
  const acme = await aChangelog(db)
  const ids: string[] = []
  for (let i = 0; i < FEED_LIMIT + 2; i++)
    ids.push(await acme.publish({ title: `Change ${i}`, at: 1_790_000_000_000 + (i >> 1) }))
  const answer = await ask(`/changelog/${acme.account.publicId}.json`)
  const shown = items(answer).map(item => item.id.slice('urn:uuid:'.length))
  const pairs = Array.from({ length: FEED_LIMIT / 2 + 1 }, (_, i) => ids.slice(2 * i, 2 * i + 2).sort())
  assert.deepEqual(shown, pairs.reverse().flat().slice(0, FEED_LIMIT))
})

withServer('the feed of a set has its entries, the feed of the account has all', async ({ ask }, db) => {
  const acme = await aChangelog(db)
  const mobile = await acme.addSet('Mobile')
  await acme.publish({ title: 'On the phone', setId: mobile, at: 2 })
  await acme.publish({ title: 'Everywhere', at: 1 })
  const path = `/changelog/${acme.account.publicId}`
  assert.deepEqual(titles(await ask(`${path}/${mobile}.json`)), ['On the phone'])
  assert.deepEqual(titles(await ask(`${path}.json`)), ['On the phone', 'Everywhere'])
  assert.equal(JSON.parse((await ask(`${path}/${mobile}.json`)).text).title, 'Acme changelog: Mobile')
})

withServer(
  'an entry links to its pull requests, the primary first, and only to web pages',
  async ({ ask }, db) => {
    const acme = await aChangelog(db)
    const urls = [
      'https://github.com/acme/app/pull/9',
      'javascript:alert(1)',
      'https://github.com/acme/app/pull/2',
    ]
    await acme.publish({ title: 'Three in one', urls, kind: 'fix', magnitude: 'major' })
    await acme.publish({ title: 'Without a page', urls: [null], at: 1 })
    const [many, none] = items(await ask(`/changelog/${acme.account.publicId}.json`))
    assert.deepEqual(many?._tidings, { kind: 'fix', magnitude: 'major', pull_requests: [urls[0], urls[2]] })
    assert.equal(many?.external_url, urls[0])
    assert.equal(none && 'external_url' in none, false)
  },
)

withServer('every unknown feed gives the same 404', async ({ ask }, db) => {
  const acme = await aChangelog(db)
  const other = await aChangelog(db, 'Other')
  const foreign = await other.addSet('Theirs')
  const id = acme.account.publicId
  const paths = [
    `/changelog/${UNKNOWN}`,
    `/changelog/${UNKNOWN}.json`,
    `/changelog/${id}/${UNKNOWN}`,
    `/changelog/${id}/${foreign}.json`,
    `/changelog/${acme.account.id}`,
    `/changelog/${id}/`,
    `/changelog/${id}//`,
    `/changelog//${id}`,
    `/changelog/${id}.JSON`,
    `/changelog/${id}.json.json`,
    `/changelog/${id}.xml`,
    `/changelog/${id}%2Ejson`,
    `/changelog/%2e%2e/changelog/${id}`,
    `/changelog/${id}/${foreign}/${foreign}`,
    `/changelog/${'a'.repeat(5_000)}`,
    '/changelog/not-a-uuid',
    '/changelog/',
    '/changelog',
    '/changelog?x',
  ]
  const wanted = await ask(`/changelog/${UNKNOWN}`)
  assert.equal(JSON.parse(wanted.text).type, `${BASE_URL}/docs/problems#not_found`)
  assert.equal(wanted.headers['access-control-allow-origin'], '*')
  assert.equal(wanted.headers['cache-control'], 'no-store')
  for (const path of paths) {
    const answer = await ask(path)
    assert.deepEqual([answer.status, answer.text, undated(answer)], [404, wanted.text, undated(wanted)], path)
  }
})

const undated = ({ headers: { date: _, ...headers } }: Answer) => headers

withServer('upper case, a query and the absolute request target give the same feed', async ({ ask }, db) => {
  const acme = await aChangelog(db)
  const path = `/changelog/${acme.account.publicId}`
  const mobile = await acme.addSet('Mobile')
  for (const ids of [[acme.account.publicId], [acme.account.publicId, mobile]]) {
    for (const suffix of ['', '.json']) {
      const upper = await ask(`/changelog/${ids.join('/').toUpperCase()}${suffix}`)
      const lower = await ask(`/changelog/${ids.join('/')}${suffix}`)
      assert.deepEqual([upper.status, upper.text], [200, lower.text])
    }
  }
  const { headers } = await ask(path)
  for (const target of [`${path}?utm_source=x&y`, `${path}?`, `http://changelog.example.com${path}`]) {
    assert.equal((await ask(target)).headers.etag, headers.etag, target)
  }
})

withServer('a rotated address is 404, and entry ids stay', async ({ ask }, db) => {
  const acme = await aChangelog(db)
  const id = await acme.publish({ title: 'Still here' })
  const old = `/changelog/${acme.account.publicId}.json`
  const before = JSON.parse((await ask(old)).text)
  const rotated = await db.write(tx =>
    rotateAddress(tx, { clock: systemClock, ids: randomIds, actor: 'test' }, acme.account),
  )
  assert.equal((await ask(old)).status, 404)
  const after = JSON.parse((await ask(`/changelog/${rotated.publicId}.json`)).text)
  assert.equal(after._tidings.id, before._tidings.id)
  assert.equal(after.items[0].id, `urn:uuid:${id}`)
})

withServer('a conditional request gets 304 without a body', async ({ ask }, db) => {
  const acme = await aChangelog(db)
  const path = `/changelog/${acme.account.publicId}`
  const { headers } = await ask(path)
  const etag = headers.etag ?? ''
  const statusOf = async (asked: Record<string, string>) => (await ask(path, { headers: asked })).status
  assert.equal(await statusOf({ 'If-None-Match': etag }), 304)
  assert.equal(await statusOf({ 'If-None-Match': `W/${etag}` }), 304)
  assert.equal(await statusOf({ 'If-None-Match': `"a", ${etag}` }), 304)
  assert.equal(await statusOf({ 'If-None-Match': '*' }), 304)
  assert.equal(await statusOf({ 'If-None-Match': '"other"' }), 200)
  assert.equal(await statusOf({ 'If-None-Match': etag, 'Accept-Encoding': 'gzip' }), 200)
  const spared = await ask(path, { headers: { 'If-None-Match': etag } })
  assert.equal(spared.body.length, 0)
  assert.equal(spared.headers.etag, etag)
  assert.equal(spared.headers['cache-control'], 'public, max-age=300')
  assert.equal(spared.headers.vary, 'Accept-Encoding')
  assert.equal(spared.headers['access-control-allow-origin'], '*')
})

withServer('each encoding has the same content and its own entity tag', async ({ ask }, db) => {
  const acme = await aChangelog(db)
  const path = `/changelog/${acme.account.publicId}`
  const plain = await ask(path)
  const zipped = await ask(path, { headers: { 'Accept-Encoding': 'gzip' } })
  const brotli = await ask(path, { headers: { 'Accept-Encoding': 'gzip, deflate, br, zstd' } })
  assert.equal(zipped.headers['content-encoding'], 'gzip')
  assert.equal(brotli.headers['content-encoding'], 'br')
  assert.equal(gunzipSync(zipped.body).toString(), plain.text)
  assert.equal(brotliDecompressSync(brotli.body).toString(), plain.text)
  assert.equal(new Set([plain, zipped, brotli].map(answer => answer.headers.etag)).size, 3)
  const again = { 'Accept-Encoding': 'gzip', 'If-None-Match': zipped.headers.etag ?? '' }
  assert.equal((await ask(path, { headers: again })).status, 304)
})

withServer('HEAD has the headers of GET, other methods are refused', async ({ ask }, db) => {
  const acme = await aChangelog(db)
  const path = `/changelog/${acme.account.publicId}.json`
  // The header `Last-Modified` is sent only when the second after the change is over.
  const dated = async () => {
    const answer = await ask(path)
    return answer.headers['last-modified'] !== undefined && answer
  }
  const got = await until(dated, 'a date of the last change')
  const head = await ask(path, { method: 'HEAD' })
  assert.deepEqual([head.status, head.body.length, undated(head)], [200, 0, undated(got)])
  assert.equal(got.headers['content-type'], 'application/feed+json; charset=utf-8')
  assert.equal(got.headers['content-length'], String(got.body.length))
  for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
    const refused = await ask(path, { method })
    assert.equal(refused.status, 405)
    assert.equal(refused.headers.allow, 'GET, HEAD, OPTIONS')
    assert.equal(refused.headers['access-control-allow-origin'], '*')
  }
})

withServer('any origin can read a feed until the owner lists allowed origins', async ({ ask }, db) => {
  const acme = await aChangelog(db)
  const path = `/changelog/${acme.account.publicId}`
  const from = (origin: string, method = 'GET') => ask(path, { method, headers: { Origin: origin } })
  const open = await from('https://anywhere.example', 'OPTIONS')
  assert.equal(open.status, 204)
  assert.equal(open.headers['access-control-allow-origin'], '*')
  assert.equal(open.headers['access-control-allow-methods'], 'GET, HEAD, OPTIONS')
  assert.equal(open.headers['access-control-allow-headers'], 'If-None-Match, If-Modified-Since')
  assert.ok(Number(open.headers['access-control-max-age']) > 0)

  const listed = 'https://www.acme.example'
  await db.write(tx =>
    setAllowedOrigins(tx, { clock: systemClock, ids: randomIds, actor: 'test' }, acme.account, [listed]),
  )
  for (const method of ['GET', 'HEAD', 'OPTIONS']) {
    const theirs = await from(listed, method)
    assert.equal(theirs.headers['access-control-allow-origin'], listed)
    const others = await from('https://elsewhere.example', method)
    assert.deepEqual(
      Object.keys(others.headers).filter(name => name.startsWith('access-control')),
      [],
    )
    assert.equal(others.status, method === 'OPTIONS' ? 204 : 200)
    for (const answer of [theirs, others, await ask(path, { method })]) {
      assert.match(answer.headers.vary ?? '', /\bOrigin\b/)
    }
  }
  const { etag = '' } = (await ask(path)).headers
  const spared = await ask(path, { headers: { Origin: listed, 'If-None-Match': etag } })
  assert.deepEqual([spared.status, spared.headers['access-control-allow-origin']], [304, listed])
  assert.match(spared.headers.vary ?? '', /\bOrigin\b/)
})

withServer('untrusted text reaches readers as text, never as markup', async ({ ask }, db) => {
  const acme = await aChangelog(db, 'Ac<me> & "Söhne"')
  const body = [
    'See [this](javascript:alert(1)), [that](/relative) and [docs](https://docs.example.com/?a=1&b=2).',
    '<script>alert(1)</script><img src="https://spy.example/x.png" onerror="x">',
    '![seen](https://spy.example/y.png)',
    '<!DOCTYPE html [<!ENTITY x "y">]>',
    'Bell \u0007, half a pair \uD83D, hidden \u202Eword, `<b> & "c"` ]]>',
  ].join('\n\n')
  await acme.publish({ title: 'Fix `<Link>` & <b>bold</b> \u0001', body })
  const path = `/changelog/${acme.account.publicId}`
  const [item] = items(await ask(`${path}.json`))
  assert.equal(item?.title, 'Fix <Link> & <b>bold</b>')
  assert.doesNotMatch(item?.content_html ?? '', /script|img|spy|javascript|relative|DOCTYPE|onerror/)
  assert.match(
    item?.content_html ?? '',
    /<a href="https:\/\/docs\.example\.com\/\?a=1&amp;b=2" rel="nofollow noopener">docs<\/a>/,
  )
  assert.match(item?.content_text ?? '', /Bell , half a pair \uFFFD, hidden word, `<b> & "c"` \]\]>/)
  const { text } = await ask(path)
  assert.doesNotMatch(text, /<script|<!DOCTYPE|<!\[CDATA|[\u0001\u0007\u202E]/)
  assert.match(text, /<name>Ac&lt;me&gt; &amp; &quot;Söhne&quot;<\/name>/)
})

withServer(
  'an entry without a body has its title as content, and promises nothing to read',
  async ({ ask }, db) => {
    const acme = await aChangelog(db)
    await acme.publish({ title: 'Rename `--json` to <format>' })
    const [item] = items(await ask(`/changelog/${acme.account.publicId}.json`))
    assert.equal(item?.title, 'Rename --json to <format>')
    assert.equal(item?.content_html, '<p>Rename --json to &lt;format&gt;</p>')
    assert.equal(item?.content_text, 'Rename --json to <format>')
  },
)

withServer(
  'a feed gives 500 when the database fails, also when it is cached',
  async ({ ask, logged }, db) => {
    const acme = await aChangelog(db)
    const path = `/changelog/${acme.account.publicId}`
    assert.equal((await ask(path)).status, 200)
    await db.close()
    for (const asked of [path, `${path}.json`, `/changelog/${UNKNOWN}`]) {
      const answer = await ask(asked)
      assert.equal(answer.status, 500)
      assert.equal(JSON.parse(answer.text).type, `${BASE_URL}/docs/problems#unavailable`)
      assert.equal(answer.headers['cache-control'], 'no-store')
      assert.equal(answer.headers['access-control-allow-origin'], '*')
    }
    assert.ok(logged.length > 0)
    assert.doesNotMatch(logged.join(''), new RegExp(acme.account.publicId))
  },
)
