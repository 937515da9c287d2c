import assert from 'node:assert/strict'
import sharp from 'sharp'
import { rotateAddress } from '#accounts/account.ts'
import { changePage, type PageSettings } from '#changelog/page/settings.ts'
import { systemClock } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import { randomIds } from '#platform/ids.ts'
import { aChangelog, type Changelog } from '#testing/changelog.ts'
import { BASE_URL, PAGE_CONTEXT, withServer } from '#testing/served.ts'
import { until } from '#testing/until.ts'

const HOUR = 3_600_000
const NOON = Date.parse('2026-03-10T12:00:00Z')

async function setPage(db: Database, { account }: Changelog, input: Partial<PageSettings>): Promise<void> {
  await db.write(tx => changePage(tx, PAGE_CONTEXT, account.id, input))
}

/** An account whose page is on, and the page's path. */
async function aPage(db: Database, input: Partial<PageSettings> = {}) {
  const changelog = await aChangelog(db)
  await setPage(db, changelog, { isOn: true, ...input })
  return { changelog, path: `/c/${changelog.account.publicId}` }
}

withServer(
  'a page is 404 until it is enabled, with the same bytes as for an unknown page',
  async ({ ask }, db) => {
    const changelog = await aChangelog(db)
    const path = `/c/${changelog.account.publicId}`
    const off = await ask(path)
    const unknown = await ask(`/c/${randomIds.next()}`)
    assert.deepEqual([off.status, unknown.status], [404, 404])
    assert.equal(off.text, unknown.text)
    await setPage(db, changelog, { isOn: true })
    assert.equal((await ask(path)).status, 200)
    await db.write(tx =>
      rotateAddress(tx, { clock: systemClock, ids: randomIds, actor: 'ann' }, changelog.account),
    )
    const rotated = await ask(path)
    assert.equal(rotated.text, unknown.text)
  },
)

withServer(
  'the page shows entries by month, newest first, and loads nothing from other sites',
  async ({ ask }, db) => {
    const { changelog, path } = await aPage(db, { title: 'News from Acme', intro: 'What changed.' })
    await changelog.publish({ title: 'Reports as `CSV`', body: 'Any <b>report</b>.', at: NOON })
    await changelog.publish({ title: 'Faster search', kind: 'performance', at: NOON - 40 * 24 * HOUR })
    const { text, headers } = await ask(path)
    assert.ok(text.indexOf('March 2026') < text.indexOf('Reports as <code>CSV</code>'))
    assert.ok(text.indexOf('Reports as') < text.indexOf('January 2026'))
    assert.ok(text.indexOf('January 2026') < text.indexOf('Faster search'))
    assert.ok(text.includes('<h1 lang="en" dir="auto">News from Acme</h1>'))
    assert.match(text, /<summary>Subscribe in a feed reader<\/summary>.+<code dir="ltr">http.+<\/code>/)
    assert.ok(text.includes('name="robots" content="noindex"'))
    assert.doesNotMatch(text, /<script|src="http|pull\/1/)
    assert.match(
      String(headers['content-security-policy']),
      /default-src 'none'; script-src 'none'; style-src 'sha256-/,
    )
    assert.equal(headers['referrer-policy'], 'no-referrer')
    assert.equal(headers['cache-control'], 'public, max-age=300')
  },
)

withServer(
  'breaking entries lead their month and are marked, also on their own page',
  async ({ ask }, db) => {
    const { changelog, path } = await aPage(db)
    const id = await changelog.publish({
      title: 'Rooms come by page',
      kind: 'fix',
      isBreaking: true,
      at: NOON,
    })
    await changelog.publish({ title: 'New charts', at: NOON + HOUR })
    const mark = '<span aria-hidden="true">!</span>Breaking</span>'
    const { text } = await ask(path)
    assert.ok(text.indexOf('Rooms come by page') < text.indexOf('New charts'))
    assert.equal(text.split(mark).length, 2, 'only one is marked')
    assert.ok((await ask(`${path}/e/rooms-come-by-page-${id}`)).text.includes(mark))
  },
)

withServer('a page is 304 for its entity tag until an entry changes', async ({ ask }, db) => {
  const { changelog, path } = await aPage(db)
  const first = await ask(path)
  const revalidate = { headers: { 'If-None-Match': String(first.headers.etag) } }
  assert.equal((await ask(path, revalidate)).status, 304)
  await changelog.publish({ title: 'New charts' })
  const second = await ask(path, revalidate)
  assert.equal(second.status, 200)
  assert.ok(second.text.includes('New charts'))
  const compressed = await ask(path, { headers: { 'Accept-Encoding': 'br' } })
  assert.equal(compressed.headers['content-encoding'], 'br')
  assert.notEqual(compressed.headers.etag, second.headers.etag)
})

withServer('a page that is in memory is answered with the headers of a fresh one', async ({ ask }, db) => {
  const { changelog, path } = await aPage(db)
  await changelog.publish({ title: 'New charts' })
  // Until the second of the change is over, its answers have no Last-Modified.
  const headers = await until(async () => {
    const answer = await ask(path)
    return answer.headers['last-modified'] !== undefined && answer.headers
  }, 'the end of the second')
  const tag = { 'If-None-Match': String(headers.etag) }
  for (const request of [
    {},
    { headers: tag },
    { method: 'HEAD' },
    { headers: { 'Accept-Encoding': 'br' } },
  ]) {
    await ask(path, request)
    const [fromMemory, fresh] = [await ask(path, request), await ask(`${path}?`, request)]
    const answers = [fromMemory, fresh].map(({ status, text, headers: { date, ...rest } }) => [
      status,
      text,
      rest,
    ])
    assert.deepEqual(answers[0], answers[1], JSON.stringify(request))
  }
})

withServer('a page shows twenty entries and links to the next ones', async ({ ask }, db) => {
  const { changelog, path } = await aPage(db)
  for (let n = 0; n < 45; n++) await changelog.publish({ title: `Change number ${n}.`, at: NOON - n * HOUR })
  const seen: string[] = []
  let next: string | undefined = path
  let pages = 0
  while (next !== undefined) {
    const { text } = await ask(next)
    seen.push(...[...text.matchAll(/>Change number (\d+)\.</g)].map(match => match[1] ?? ''))
    next = /rel="next" href="([^"]+)"/.exec(text)?.[1]?.replaceAll('&amp;', '&')
    pages++
  }
  assert.equal(pages, 3)
  assert.deepEqual(
    seen.map(Number),
    Array.from({ length: 45 }, (_, n) => n),
  )
  const { body } = await ask(path, { headers: { 'Accept-Encoding': 'br' } })
  assert.ok(body.length < 30_000, `${body.length} bytes`)
})

withServer('a page can be filtered by kind and searched', async ({ ask }, db) => {
  const { changelog, path } = await aPage(db)
  await changelog.publish({ title: 'Receipts show the currency', kind: 'fix' })
  assert.doesNotMatch((await ask(path)).text, /kind=/, 'one kind is no choice')
  await changelog.publish({ title: 'Export reports', body: 'As a 100% faithful file.' })
  const titles = async (question: string) =>
    [...(await ask(path + question)).text.matchAll(/<h3[^>]*><a[^>]*>([^<]*)/g)].map(match => match[1])
  assert.deepEqual(await titles('?kind=fix'), ['Receipts show the currency'])
  assert.deepEqual(await titles('?q=FAITHFUL'), ['Export reports'])
  assert.deepEqual(await titles('?q=100%25'), ['Export reports'])
  assert.deepEqual(await titles('?q=_'), [])
  const { text } = await ask(path)
  const offered = [...text.matchAll(/kind=([a-z]+)"/g)].map(match => match[1])
  assert.deepEqual(offered, ['feature', 'fix'], 'only kinds that an entry has')
  assert.ok((await ask(`${path}?q=%3Cscript%3E`)).text.includes('value="&lt;script&gt;"'))
  for (const wrong of [
    '?kind=nonsense',
    '?before=nonsense',
    '/nonsense',
    '/no-such-page',
    `/e/gone-${randomIds.next()}`,
  ]) {
    const { status, text } = await ask(path + wrong)
    assert.equal(status, 404)
    assert.ok(text.includes(`<a href="${path}">`), 'it leads to the changelog')
    assert.ok(text.includes(`<form class="search" action="${path}"`), 'and searches it')
  }
})

withServer(
  'an entry has a permalink with neighbours, an Open Graph card and structured data',
  async ({ ask }, db) => {
    const { changelog, path } = await aPage(db, { isListed: true, accent: '#ffee00' })
    await changelog.publish({ title: 'First things', at: NOON - HOUR })
    const id = await changelog.publish({
      title: 'Café reports & </script>',
      body: 'Sum it **up**.',
      at: NOON,
    })
    await changelog.publish({ title: 'Third thing', at: NOON + HOUR })
    const link = `${path}/e/cafe-reports-script-${id}`
    const { text, status } = await ask(link)
    assert.equal(status, 200)
    assert.match(text, /rel="prev"[^>]*><small>Newer<\/small>Third thing/)
    assert.match(text, /rel="next"[^>]*><small>Older<\/small>First things/)
    assert.doesNotMatch(text, /noindex/)
    const [, structured = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(text) ?? []
    assert.equal(JSON.parse(structured).headline, 'Café reports & </script>')
    const [, card = ''] = /property="og:image" content="([^"?]+)/.exec(text) ?? []
    const picture = await ask(new URL(card).pathname)
    const { width, height, format } = await sharp(picture.body).metadata()
    assert.deepEqual([width, height, format], [1200, 630, 'png'])
    const moved = await ask(`${path}/e/old-words-${id}`)
    assert.deepEqual([moved.status, moved.headers.location], [301, link])
  },
)

withServer('a withdrawn entry is 410, and its neighbours no longer link to it', async ({ ask }, db) => {
  const { changelog, path } = await aPage(db)
  const id = await changelog.publish({ title: 'Too early', at: NOON })
  const other = await changelog.publish({ title: 'In time', at: NOON + HOUR })
  await changelog.withdraw(id)
  const answer = await ask(`${path}/e/too-early-${id}`)
  assert.equal(answer.status, 410)
  assert.match(answer.text, /This entry was taken back\./)
  assert.equal((await ask(`${path}/e/${id}.png`)).status, 404)
  assert.ok(!(await ask(`${path}/e/in-time-${other}`)).text.includes('Too early'))
})

withServer('feeds link to the page while it is enabled', async ({ ask }, db) => {
  const { changelog, path } = await aPage(db)
  const id = await changelog.publish({ title: 'Reports as `CSV`' })
  const feed = `/changelog/${changelog.account.publicId}`
  const permalink = `${BASE_URL}${path}/e/reports-as-csv-${id}`
  const json = JSON.parse((await ask(`${feed}.json`)).text)
  assert.equal(json.home_page_url, BASE_URL + path)
  assert.equal(json.items[0].url, permalink)
  assert.equal(json.items[0].external_url, 'https://github.com/acme/app/pull/1')
  assert.equal(json.items[0].summary, undefined)
  assert.equal(json.items[0].content_html, '<p>Reports as CSV</p>')
  const atom = (await ask(feed)).text
  assert.ok(atom.includes(`<link rel="alternate" type="text/html" href="${permalink}"/>`), atom)
  const [, website] = /<link rel="alternate"[^>]+href="([^"]+)"/.exec(atom) ?? []
  assert.equal(website, BASE_URL + path, 'feed readers take the first alternate for the website')
  await setPage(db, changelog, { isOn: false })
  assert.equal(JSON.parse((await ask(`${feed}.json`)).text).items[0].url, undefined)
})

withServer('a public name shows the page without revealing the account id', async ({ ask }, db) => {
  const { changelog } = await aPage(db, { name: 'acme' })
  await changelog.publish({ title: 'New charts' })
  const { publicId } = changelog.account
  const list = await ask('/c/acme')
  const [, link = ''] = /href="(\/c\/acme\/e\/[^"]+)"/.exec(list.text) ?? []
  const [, card = ''] = /og:image" content="[^"]*?(\/c\/[^"?]+)/.exec((await ask(link)).text) ?? []
  for (const path of ['/c/acme', link, '/c/acme/feed', '/c/acme/feed.json']) {
    const { status, text } = await ask(path)
    assert.equal(status, 200, path)
    assert.ok(!text.includes(publicId), path)
    assert.ok(text.includes('New charts'), path)
  }
  assert.equal((await ask(card)).status, 200)
})

withServer(
  'pull requests are linked only if the repository is public and the owner enables it',
  async ({ ask }, db) => {
    const { changelog, path } = await aPage(db)
    await changelog.publish({ title: 'New charts' })
    const isLinked = async () => (await ask(path)).text.includes('acme/app #1')
    assert.equal(await isLinked(), false)
    await setPage(db, changelog, { showsPullRequests: true })
    assert.equal(await isLinked(), false, 'not known to be public')
    await db.write(tx => tx.updateTable('repository').set({ is_public: 1 }).execute())
    await setPage(db, changelog, { title: 'Anything' })
    assert.equal(await isLinked(), true)
  },
)

withServer('without links a list also leaves out its references', async ({ ask }, db) => {
  const { changelog, path } = await aPage(db)
  const urls = [1, 2, 3].map(number => `https://github.com/acme/app/pull/${number}`)
  const body = `- Charts ([#1](${urls[0]}), [#2](${urls[1]}))\n- Maps, told in [the request](${urls[2]})\n- [Guide](https://acme.test/guide)`
  await changelog.publish({ title: 'A week of charts', body, urls })
  const { text } = await ask(path)
  assert.match(text, /<li>Charts<\/li>/)
  assert.match(text, /told in the request/)
  assert.match(text, /href="https:\/\/acme\.test\/guide"/)
  assert.ok(!text.includes('github.com'))
})

withServer('a custom host name shows the page at its root', async ({ ask }, db) => {
  const { changelog } = await aPage(db, { host: 'changelog.acme.test' })
  const id = await changelog.publish({ title: 'New charts' })
  const headers = { Host: 'changelog.acme.test' }
  const root = await ask('/', { headers })
  assert.ok(root.text.includes(`href="/e/new-charts-${id}"`), root.text)
  assert.equal((await ask(`/e/new-charts-${id}`, { headers })).status, 200)
  assert.equal((await ask('/app', { headers })).status, 404)
  assert.ok(!root.text.includes(changelog.account.publicId))
  assert.equal((await ask('/', { headers: { Host: 'other.acme.test' } })).text.includes('New charts'), false)
})

withServer('a set has its own page without entries of other sets', async ({ ask }, db) => {
  const { changelog, path } = await aPage(db)
  const setId = await changelog.addSet('Mobile')
  await changelog.publish({ title: 'On telephones', setId })
  await changelog.publish({ title: 'On desks' })
  const { text } = await ask(`${path}/${setId}`)
  assert.ok(text.includes('On telephones') && !text.includes('On desks'))
  assert.equal((await ask(`${path}/${randomIds.next()}`)).status, 404)
})
