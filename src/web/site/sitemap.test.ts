import assert from 'node:assert/strict'
import { editEntry } from '#changelog/entries/edit.ts'
import { withdrawEntry } from '#changelog/entries/transitions.ts'
import { changePage } from '#changelog/page/settings.ts'
import { ACTION, anEdition } from '#testing/published-edition.ts'
import { PAGE_CONTEXT, withServer } from '#testing/served.ts'

const locations = (xml: string) =>
  [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address ?? '')

withServer(
  'pages that may be listed have a sitemap, which robots find; others are in none',
  async ({ ask }, db) => {
    const { changelog, edition, story, line, page } = await anEdition(db)
    const { id } = changelog.account
    const change = (wish: Parameters<typeof changePage>[3]) =>
      db.write(tx => changePage(tx, PAGE_CONTEXT, id, wish))
    await change({ name: 'acme-news' })
    assert.equal((await ask('/robots.txt')).text, 'User-agent: *\nAllow: /\n')
    for (const address of ['/sitemap.xml', '/c/acme-news/sitemap.xml', `${page}/sitemap.xml`])
      assert.equal((await ask(address)).status, 404, address)
    await change({ isListed: true })
    await db.write(tx => withdrawEntry(tx, ACTION, line))
    const robots = await ask('/robots.txt')
    assert.match(robots.text, /\nSitemap: https:\/\/changelog\.example\.com\/sitemap\.xml\n$/)
    const index = await ask('/sitemap.xml')
    assert.match(String(index.headers['content-type']), /^application\/xml/)
    assert.deepEqual(locations(index.text), ['https://changelog.example.com/c/acme-news/sitemap.xml'])
    const [home, ...entries] = locations((await ask('/c/acme-news/sitemap.xml')).text)
    assert.equal(home, 'https://changelog.example.com/c/acme-news')
    const shown = (entry: string) => entries.filter(address => address.endsWith(entry)).length
    assert.deepEqual([edition, story, line].map(shown), [1, 1, 0])
    for (const address of entries) assert.equal((await ask(new URL(address).pathname)).status, 200, address)
    assert.equal((await ask(`${page}/sitemap.xml`)).status, 404, 'the secret address has none')
    await change({ isListed: false })
    assert.equal((await ask('/c/acme-news/sitemap.xml')).status, 404)
    assert.equal((await ask('/sitemap.xml')).status, 404)
  },
)

withServer('a page on a host of its own has robots and a sitemap there', async ({ ask }, db) => {
  const { changelog, story } = await anEdition(db)
  const host = 'changelog.acme.test'
  const change = (wish: Parameters<typeof changePage>[3]) =>
    db.write(tx => changePage(tx, PAGE_CONTEXT, changelog.account.id, wish))
  await change({ host })
  const there = (path: string) => ask(path, { headers: { host } })
  assert.equal((await there('/robots.txt')).text, 'User-agent: *\nAllow: /\n')
  assert.equal((await there('/sitemap.xml')).status, 404)
  await change({ isListed: true })
  assert.match(
    (await there('/robots.txt')).text,
    /\nSitemap: https:\/\/changelog\.acme\.test\/sitemap\.xml\n$/,
  )
  const [home, ...entries] = locations((await there('/sitemap.xml')).text)
  assert.equal(home, 'https://changelog.acme.test/')
  assert.ok(entries.some(address => address.startsWith(`${home}e/`) && address.endsWith(story)))
  assert.equal((await ask('/sitemap.xml')).status, 404, 'it is not below the address of the installation')
})

withServer('an edition is dated by the newest of its own and its entries’ changes', async ({ ask }, db) => {
  const { changelog, edition, story } = await anEdition(db)
  await db.write(tx =>
    changePage(tx, PAGE_CONTEXT, changelog.account.id, { name: 'acme-news', isListed: true }),
  )
  const changedAt = async () => {
    const { text } = await ask('/c/acme-news/sitemap.xml')
    return new RegExp(`${edition}</loc><lastmod>([^<]+)<`).exec(text)?.[1] ?? assert.fail()
  }
  for (const [id, minutes] of [
    [story, 1],
    [edition, 2],
  ] as const) {
    const at = Date.now() + minutes * 60_000
    const later = { ...ACTION, clock: { now: () => at } }
    await db.write(tx => editEntry(tx, later, id, { title: `Changed ${minutes}` }))
    assert.equal(Date.parse(await changedAt()), at)
  }
})
