import assert from 'node:assert/strict'
import sharp from 'sharp'
import { changeSettings } from '#accounts/account.ts'
import { illustrateEntry } from '#changelog/entries/edit.ts'
import { pictureFrom } from '#changelog/entries/images/picture.ts'
import { withdrawEntry } from '#changelog/entries/transitions.ts'
import { changePage } from '#changelog/page/settings.ts'
import { systemClock } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import { randomIds } from '#platform/ids.ts'
import { aChangelog } from '#testing/changelog.ts'
import { ACTION, anEdition } from '#testing/published-edition.ts'
import { BASE_URL, PAGE_CONTEXT, withServer } from '#testing/served.ts'

const HOUR = 3_600_000
const NOON = Date.parse('2026-03-20T12:00:00Z')

/** An account whose page is on, and the page's path. */
async function aPage(db: Database) {
  const changelog = await aChangelog(db)
  await db.write(tx => changePage(tx, PAGE_CONTEXT, changelog.account.id, { isOn: true }))
  return { changelog, path: `/c/${changelog.account.publicId}` }
}

withServer(
  'a month that is cut across pages is weighed as a whole, and every entry is on exactly one page',
  async ({ ask }, db) => {
    const { changelog, path } = await aPage(db)
    const ids: string[] = []
    const publish = async (entry: Parameters<typeof changelog.publish>[0]) =>
      ids.push(await changelog.publish(entry))
    for (let n = 0; n < 28; n++)
      await publish({
        title: `Mend page ${n}.`,
        kind: 'fix',
        magnitude: 'patch',
        at: NOON - Math.floor(n / 2) * HOUR,
      })
    for (let n = 0; n < 13; n++) await publish({ title: `Chart ${n}.`, at: NOON - (40 + n) * HOUR })
    await publish({ title: 'Mend page 3.', kind: 'fix', magnitude: 'patch', at: NOON - 90 * HOUR })
    await publish({ title: 'Older news', at: NOON - 40 * 24 * HOUR })
    const pages: string[] = []
    let next: string | undefined = path
    while (next !== undefined) {
      const { text } = await ask(next)
      pages.push(text)
      next = /rel="next" href="([^"]+)"/.exec(text)?.[1]?.replaceAll('&amp;', '&')
    }
    const [first = '', second = '', third = ''] = pages
    assert.equal(pages.length, 3)
    assert.deepEqual(
      [...first.matchAll(/<h3[^>]*><a[^>]*>(Chart \d+)/g)].map(match => match[1]),
      Array.from({ length: 10 }, (_, n) => `Chart ${n}`),
      'ten highlights lead, though fixes are newer',
    )
    assert.match(first, /<h3>Also new<\/h3><ul>\n<li[^>]*><p class="told"><a[^>]*>Chart 10\./)
    assert.match(first, /<h3>Also fixed<\/h3>/)
    assert.match(second, /<h2>March 2026<\/h2>/)
    assert.match(second, /<h3>Also fixed<\/h3>/)
    assert.match(third, /Older news/)
    for (const id of ids) {
      const links = pages.map(text => text.split(`-${id}"`).length - 1)
      assert.equal(links.filter(count => count > 0).length, 1, `${id} is on one page`)
    }
  },
)

withServer(
  'a line of the page opens its body without a script, and links to its own page',
  async ({ ask }, db) => {
    const { changelog, path } = await aPage(db)
    for (let n = 0; n < 6; n++) await changelog.publish({ title: `Chart ${n}`, at: NOON - n * HOUR })
    const fix = { kind: 'fix', magnitude: 'patch', at: NOON } as const
    const told = await changelog.publish({
      ...fix,
      title: 'Receipts show the currency',
      body: 'Since *March*.',
    })
    const twin = await changelog.publish({
      ...fix,
      title: 'Receipts show the currency',
      at: NOON - 50 * HOUR,
    })
    const { text } = await ask(path)
    const [line = ''] = /<li id="entry-.*<\/li>/.exec(text) ?? []
    assert.match(
      line,
      /<details><summary>Receipts show the currency<\/summary><div class="body"><p>Since <em>March<\/em>/,
    )
    assert.equal(text.split('<li id="entry-').length, 2, 'the same title is told once')
    for (const id of [told, twin])
      assert.match(
        line,
        new RegExp(
          `href="${path}/e/receipts-show-the-currency-${id}" aria-label="Receipts show the currency, \\d+ Mar"`,
        ),
      )
    const { text: asked } = await ask(`${path}?kind=fix`)
    assert.equal(asked.split('<article').length, 3, 'what was asked for is shown whole')
  },
)

withServer(
  'networks show the card of the list, and the picture of an entry that has one',
  async ({ ask }, db) => {
    const { changelog, path } = await aPage(db)
    const id = await changelog.publish({ title: 'New charts' })
    const shared = async (address: string) =>
      /property="og:image" content="([^"]+)/.exec((await ask(address)).text)?.[1]
    const list = await shared(path)
    assert.equal(list, `${BASE_URL}${path}/card.png`)
    const { status, headers } = await ask(new URL(list).pathname)
    assert.deepEqual([status, headers['content-type']], [200, 'image/png'])
    const known = { 'If-None-Match': headers.etag ?? '' }
    assert.equal((await ask(new URL(list).pathname, { headers: known })).status, 304)
    assert.equal((await ask(`${path}/card.png/more`)).status, 404)
    const bytes = await sharp({ create: { width: 700, height: 400, channels: 3, background: 'teal' } })
      .png()
      .toBuffer()
    const picture = await pictureFrom(bytes, 'acme')
    const context = { clock: systemClock, ids: randomIds, actor: 'test', effects: [] }
    await db.write(tx => illustrateEntry(tx, context, id, { picture, alt: 'A chart' }))
    const own = (await shared(`${path}/e/new-charts-${id}`)) ?? ''
    assert.match(own, new RegExp(`^${BASE_URL}/images/`))
    assert.equal((await ask(new URL(own).pathname)).status, 200)
  },
)

withServer(
  'the words in the address of an entry are cut between letters of any script',
  async ({ ask }, db) => {
    const { changelog, path } = await aPage(db)
    const id = await changelog.publish({ title: `${'a'.repeat(59)}𠮷野家の地図`, at: NOON })
    const moved = await ask(`${path}/e/${id}`)
    assert.equal(moved.status, 301)
    assert.equal((await ask(String(moved.headers.location))).status, 200)
  },
)

withServer(
  'the words in the address of an entry keep what a script writes as marks, but for accents of Latin letters',
  async ({ ask }, db) => {
    const { changelog, path } = await aPage(db)
    const titles = ['ガイド', 'हिन्दी', 'ภาษาไทยดี', 'Мой ёж', '한국어', 'Café à İzmir', '1️⃣ ❤️‍🔥 step', '🎉']
    const words: string[] = []
    for (const title of titles) {
      const id = await changelog.publish({ title, at: NOON })
      const { headers } = await ask(`${path}/e/${id}`)
      const address = decodeURIComponent(String(headers.location))
      words.push(address.slice(path.length + 3, -id.length - 1))
    }
    assert.deepEqual(words, [...titles.slice(0, 3), 'мой-ёж', '한국어', 'cafe-a-izmir', '1-step', 'entry'])
  },
)

withServer(
  'the Markdown of a list that is asked for leads to the rest of what is asked for',
  async ({ ask }, db) => {
    const { changelog, path } = await aPage(db)
    for (let n = 0; n < 25; n++)
      await changelog.publish({ title: `Mend page ${n}`, kind: 'fix', at: NOON - n * HOUR })
    for (let n = 0; n < 25; n++)
      await changelog.publish({ title: `Chart page ${n}`, at: NOON - (960 + n) * HOUR })
    const { text } = await ask(`${path}/index.md?kind=fix&q=page`)
    const [, next = ''] = /\[Older entries\]\(([^)]+)\)/.exec(text) ?? []
    const { pathname, search } = new URL(next)
    const rest = (await ask(pathname + search)).text
    assert.equal(rest.split('### [Mend page').length, 6)
    assert.doesNotMatch(rest, /Chart page/)
  },
)

withServer('a page offers only the kinds of entries that it lists', async ({ ask }, db) => {
  const { page, story } = await anEdition(db)
  const offered = async () =>
    [...(await ask(page)).text.matchAll(/\?kind=([a-z]+)/g)].map(([, kind]) => kind).toSorted()
  assert.deepEqual(await offered(), ['feature', 'fix', 'performance'])
  await db.write(tx => withdrawEntry(tx, ACTION, story))
  assert.deepEqual(await offered(), ['fix', 'performance'])
})

withServer(
  'the page dates its entries anew when the team moves to another time zone',
  async ({ ask }, db) => {
    const { changelog, path } = await aPage(db)
    await changelog.publish({ title: 'New charts', at: Date.parse('2026-03-31T20:00:00Z') })
    assert.match((await ask(path)).text, /<h2>March 2026<\/h2>/)
    await db.write(tx => changeSettings(tx, PAGE_CONTEXT, changelog.account, { timeZone: 'Asia/Tokyo' }))
    assert.match((await ask(path)).text, /<h2>April 2026<\/h2>/)
  },
)
