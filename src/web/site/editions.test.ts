import assert from 'node:assert/strict'
import { editEntry, illustrateEntry } from '#changelog/entries/edit.ts'
import { pictureFrom } from '#changelog/entries/images/picture.ts'
import { mediaFrom } from '#changelog/entries/images/recordings/recording.ts'
import { entryById } from '#changelog/entries/store.ts'
import { withdrawEntry } from '#changelog/entries/transitions.ts'
import { linkPicture } from '#changelog/page/cards/link-picture.ts'
import { changePage } from '#changelog/page/settings.ts'
import { changeSchedule } from '#changelog/publishing/schedule.ts'
import { changeLanguages, saveTranslation } from '#changelog/translations/translations.ts'
import { systemClock } from '#platform/clock.ts'
import { withDatabase } from '#testing/databases.ts'
import { aPng } from '#testing/picture-server.ts'
import { ACTION, anEdition, another } from '#testing/published-edition.ts'
import { aQueryLog } from '#testing/query-log.ts'
import { aRecording } from '#testing/recordings/recordings.ts'
import { PAGE_CONTEXT, withServer, withTestServer } from '#testing/served.ts'

/** The index of the year on a page; empty if there is none. */
const yearIn = (text: string): string => /<nav class="year"[\s\S]+?<\/nav>/.exec(text)?.[0] ?? ''

withServer(
  'an edition is one article of the page with its entries, each with a page of its own',
  async ({ ask }, db) => {
    const { edition, story, line, alone, page } = await anEdition(db)
    const { text } = await ask(page)
    const article = text.slice(
      text.indexOf('<article class="edition"'),
      text.indexOf('</article>', text.indexOf('<article class="edition"')),
    )
    assert.match(article, /<h4><a href="[^"]+\/e\/export-csv-[^"]+">Export <code>CSV<\/code><\/a><\/h4>/)
    assert.match(article, /<strong>report<\/strong>/)
    assert.match(article, /<h4>Also fixed<\/h4>[\s\S]+Receipts add up[\s\S]+They did not\./)
    for (const id of [story, line]) assert.equal(text.split(`id="entry-${id}"`).length, 2, 'told once')
    assert.ok(!article.includes('Faster search') && text.includes(`id="entry-${alone}"`))
    const [, address = ''] = /href="([^"]+\/e\/export-csv-[^"]+)"/.exec(text) ?? []
    const own = await ask(address)
    assert.equal(own.status, 200)
    assert.match(own.text, new RegExp(`<nav class="back"[^>]+><a href="[^"]+${edition}">← Week of`))
    const [, whole = ''] = new RegExp(`href="([^"]+${edition})"`).exec(text) ?? []
    assert.match((await ask(whole)).text, /<h1>Week of[\s\S]+<h2><a[^>]+>Export/)
    const found = await ask(`${page}?q=receipts`)
    assert.match(found.text, /1 entry with “\u2068receipts\u2069” <a href="[^"?]+">Clear the search<\/a>/)
    assert.ok(found.text.includes(`id="entry-${line}"`) && !found.text.includes('class="edition"'))
  },
)

withServer('feeds list an edition as one item, or its entries by themselves', async ({ ask }, db) => {
  const { changelog, edition, story, line, alone, feed } = await anEdition(db)
  const idsIn = async () =>
    JSON.parse((await ask(`${feed}.json`)).text)
      .items.map((item: { id: string }) => item.id.slice(9))
      .sort()
  assert.deepEqual(await idsIn(), [edition, alone].sort())
  const { items } = JSON.parse((await ask(`${feed}.json`)).text)
  const whole = items.find((item: { id: string }) => item.id.endsWith(edition))
  assert.deepEqual(whole.tags, ['edition', whole._tidings.kind])
  assert.match(
    whole.content_html,
    /<h2><a href="[^"]+">Export <code>CSV<\/code><\/a><\/h2>\n<p>Any <strong>report/,
  )
  assert.match(
    whole.content_html,
    /<h2>Also fixed<\/h2>\n<ul>\n<li><a href="[^"]+">Receipts add up<\/a><\/li>/,
  )
  assert.match(whole.content_text, /Also fixed:\n- Receipts add up/)
  await db.write(tx => changeSchedule(tx, ACTION, changelog.account.id, { feedsListItems: true }))
  assert.deepEqual(await idsIn(), [story, line, alone].sort())
})

withServer(
  'an entry that is withdrawn leaves its edition on the page and in the feed',
  async ({ ask }, db) => {
    const { line, page, feed } = await anEdition(db)
    await db.write(tx => withdrawEntry(tx, ACTION, line))
    for (const path of [page, `${feed}.json`, feed]) {
      const { status, text } = await ask(path)
      assert.equal(status, 200)
      assert.ok(!text.includes('Receipts add up') && text.includes('Week of'), path)
    }
  },
)

withServer(
  'an Arabic page reads from right to left, in its own words, and so does its feed',
  async ({ ask }, db) => {
    const { changelog, page, feed } = await anEdition(db)
    const { id } = changelog.account
    await db.write(tx => changeSchedule(tx, ACTION, id, { language: 'ar' }))
    const { text } = await ask(page)
    assert.match(text, /<html lang="ar" dir="rtl">/)
    assert.ok(text.includes('إصلاحات أخرى') && !text.includes('Also fixed'))
    assert.equal(JSON.parse((await ask(`${feed}.json`)).text).title, 'مستجدات Acme')
  },
)

withServer(
  'a page, an edition and an entry are there as Markdown, and llms.txt leads to pages that may be listed',
  async ({ ask }, db) => {
    const { changelog, edition, story, line, page } = await anEdition(db)
    const list = await ask(`${page}/index.md`)
    assert.match(String(list.headers['content-type']), /^text\/markdown/)
    assert.match(list.text, /^# Acme changelog\n\n## [A-Z]\w+ \d{4}\n\n### \[/)
    const { text } = await ask(page)
    assert.match(text, /<link rel="alternate" type="text\/markdown" href="[^"]+\/index\.md">/)
    const addressOf = (id: string) => new RegExp(`href="([^"]+${id})"`).exec(text)?.[1] ?? ''
    const whole = await ask(`${addressOf(edition)}.md`)
    assert.match(
      whole.text,
      /^# \[Week of [^\]]+\]\([^)]+\)\n\n.+ \d{4}\n\n## \[Export `CSV`\]\([^)]+\)\n\nNew · [^\n]+\n\nAny \*\*report\*\*\./,
    )
    assert.match(whole.text, /## Also fixed\n\n- \[Receipts add up\]\([^)]+\)\n$/)
    const one = await ask(`${addressOf(story)}.md`)
    assert.match(one.text, /^# \[Export `CSV`\]/)
    await db.write(tx => withdrawEntry(tx, ACTION, line))
    assert.equal((await ask('/llms.txt')).text.includes(page), false, 'its address is a secret')
    await db.write(tx =>
      changePage(tx, PAGE_CONTEXT, changelog.account.id, { name: 'acme-news', isListed: true }),
    )
    const guide = await ask('/llms.txt')
    assert.match(
      guide.text,
      /- \[Acme changelog\]\(https:\/\/changelog\.example\.com\/c\/acme-news\/index\.md\)/,
    )
  },
)

withServer('the page has an index of the editions of the year from the second on', async ({ ask }, db) => {
  const first = await anEdition(db)
  const { page } = first
  assert.equal(yearIn((await ask(page)).text), '', 'one edition is seen without')
  const second = await another(first, db, 'Labels for invoices')
  const { text } = await ask(page)
  const year = new Date().getFullYear()
  const [spread = ''] = yearIn(text).split('<details>')
  assert.match(spread, new RegExp(`<nav class="year" aria-label="Editions of ${year}">`))
  assert.deepEqual(
    [...spread.matchAll(/<a href="[^"]+-([\da-f-]{36})">(Week of [^<]+)<\/a>/g)].map(([, id, title]) => [
      id,
      title?.includes('part 2'),
    ]),
    [
      [second, true],
      [first.edition, false],
    ],
  )
  assert.match(yearIn(text), /<details><summary>Editions of \d{4}<span> 2<\/span><\/summary><ul>/)
  assert.equal(yearIn((await ask(`${page}?kind=fix`)).text), '', 'what was asked for stands alone')
  const set = await first.changelog.addSet('Mobile')
  assert.equal(yearIn((await ask(`${page}/${set}`)).text), '', 'an edition belongs to no set')
  for (let number = 3; number <= 13; number++) await another(first, db, `Change ${number}`)
  assert.doesNotMatch(yearIn((await ask(page)).text), /class="spread"/, 'a long one is folded')
})

withServer(
  'an edition in another language tells its entries and names other editions in it',
  async ({ ask }, db) => {
    const first = await anEdition(db)
    const { changelog, edition, story, line, page, feed } = first
    await another(first, db, 'Labels for invoices')
    await db.write(async tx => {
      await changeLanguages(tx, PAGE_CONTEXT, changelog.account, ['de'])
      const save = async (id: string, title: string) =>
        saveTranslation(
          tx,
          PAGE_CONTEXT,
          await entryById(tx, id),
          'de',
          { title, body: '' },
          { isMachine: false, seen: 0 },
        )
      await save(story, 'Export als `CSV`')
      await save(edition, 'Eine Woche der Berichte')
    })
    const { text } = await ask(`${page}/de`)
    assert.match(
      text,
      /<h4><a href="[^"]+\/de\/e\/export-als-csv-[^"]+">Export als <code>CSV<\/code><\/a><\/h4>/,
    )
    assert.match(text, new RegExp(`id="entry-${line}"><details lang="en" dir="ltr">.*>Englisch<`, 's'))
    assert.match(yearIn(text), /Ausgaben \d{4}/)
    assert.match(yearIn(text), /<span><a [^>]+>Eine Woche der Berichte<\/a>/)
    assert.match(yearIn(text), /<span lang="en" dir="ltr"><a [^>]+>Week of [^<]+, part 2<\/a>/)
    const { items } = JSON.parse((await ask(`${feed}.de.json`)).text)
    assert.ok(
      items.some(({ content_html: html }: { content_html: string }) => html.includes('Export als <code>')),
    )
    assert.doesNotMatch((await ask(page)).text, /Export als|Eine Woche/)
  },
)

withServer('an edition is to be had in the languages of its entries', async ({ ask }, db) => {
  const { changelog, edition, story, page } = await anEdition(db)
  await db.write(async tx => {
    await changeLanguages(tx, PAGE_CONTEXT, changelog.account, ['de', 'ar'])
    const words = { title: 'Export als CSV', body: '' }
    const by = { isMachine: true, seen: 0 }
    await saveTranslation(tx, PAGE_CONTEXT, await entryById(tx, story), 'de', words, by)
  })
  const addressIn = async (list: string) =>
    new RegExp(`href="([^"]+${edition})"`).exec((await ask(list)).text)?.[1] ?? ''
  const address = await addressIn(`${page}/de`)
  const german = await ask(address)
  assert.ok(german.text.includes(`<link rel="canonical" href="https://changelog.example.com${address}">`))
  assert.ok(german.text.includes('hreflang="de"') && !german.text.includes('hreflang="ar"'))
  const arabic = await ask(await addressIn(`${page}/ar`))
  assert.match(arabic.text, new RegExp(`<link rel="canonical" href="[^"]+${page}/e/`))
})

withServer(
  "an edition is shared with its story's picture, or the first frame of its recording",
  async ({ ask }, db) => {
    const { story, edition, page, feed } = await anEdition(db)
    const at = new RegExp(`href="([^"]+${edition})"`).exec((await ask(page)).text)?.[1] ?? ''
    const shared = async () => /property="og:image" content="([^"]+)/.exec((await ask(at)).text)?.[1] ?? ''
    assert.match(await shared(), /\/e\/[^/]+\.png\?v=/, 'without a picture a card is painted')
    const still = await pictureFrom(await aPng('teal'), 'acme')
    const film = { ...(await mediaFrom(aRecording('webm'), 'acme')), poster: still }
    for (const picture of [still, film]) {
      const { image } = await db.write(tx => illustrateEntry(tx, ACTION, story, { picture, alt: 'Teal' }))
      assert.match(await shared(), /\/images\/[0-9a-f]{64}\.png$/)
      const served = await ask(new URL(await shared()).pathname)
      assert.deepEqual([served.status, served.headers['content-type']], [200, 'image/png'])
      const card = await linkPicture(db.read, await entryById(db.read, edition))
      assert.deepEqual(Buffer.from(card.bytes), served.body)
      const [item] = JSON.parse((await ask(`${feed}.json`)).text).items.filter((one: { id: string }) =>
        one.id.endsWith(edition),
      )
      assert.equal(item.image.split('/').at(-1), (await shared()).split('/').at(-1))
      const played = picture === film ? [`/images/${image?.sha256}.webm`] : []
      assert.deepEqual(
        (item.attachments ?? []).map(({ url }: { url: string }) => new URL(url).pathname),
        played,
      )
    }
  },
)

withServer(
  'an edition changes when an entry of it does, and leads to what it begins with',
  async ({ ask }, db) => {
    const { edition, line, feed } = await anEdition(db)
    const told = async () =>
      JSON.parse((await ask(`${feed}.json`)).text).items.find((one: { id: string }) =>
        one.id.endsWith(edition),
      )
    const before = await told()
    assert.match(before.external_url, /^https:/)
    assert.equal(before.external_url, before._tidings.pull_requests[0])
    const later = { ...ACTION, clock: { now: () => systemClock.now() + 60_000 } }
    await db.write(tx => editEntry(tx, later, line, { title: 'Receipts add up again' }))
    const after = await told()
    assert.equal(after.date_published, before.date_published)
    assert.ok(after.date_modified > before.date_modified, `${before.date_modified} → ${after.date_modified}`)
  },
)

withDatabase(
  'a card of an edition is answered with the titles that lead it alone, a mistyped address without its entries',
  async db => {
    const log = aQueryLog()
    await withTestServer(log.over(db), async ({ ask }) => {
      const { edition, page } = await anEdition(db)
      log.take()
      const moved = await ask(`${page}/e/mistyped-${edition}`)
      assert.equal(moved.status, 301)
      assert.match(moved.headers.location ?? '', new RegExp(`/e/week-of-.+-${edition}$`))
      assert.equal((await ask(`${page}/e/${edition}.png`)).headers['content-type'], 'image/png')
      const read = log.take()
      assert.ok(read.some(row => row.includes('Week of')))
      const line = read
        .filter(row => row.includes('Receipts add up'))
        .map(row => Object.keys(JSON.parse(row)))
      assert.deepEqual(line, [['id', 'title']])
    })
  },
)

withServer(
  'an edition folds its fixes after eight on the page, and feeds have all of them',
  async ({ ask }, db) => {
    const scene = await anEdition(db)
    for (let at = 1; at <= 10; at++)
      await scene.changelog.draft({ title: `Fix number ${at}`, kind: 'fix', body: '' })
    const id = await another(scene, db, 'Add a calendar')
    const { text } = await ask(scene.page)
    const article = text.slice(
      text.indexOf(`id="entry-${id}"`),
      text.indexOf('</article>', text.indexOf(`id="entry-${id}"`)),
    )
    const [shown = '', folded = ''] = article.split('<details class="rest"><summary>2 more</summary>')
    assert.deepEqual(
      [shown, folded].map(part => part.match(/Fix number/g)?.length),
      [8, 2],
    )
    const { items } = JSON.parse((await ask(`${scene.feed}.json`)).text)
    const item = items.find((one: { id: string }) => one.id.endsWith(id))
    assert.equal(item.content_html.match(/Fix number/g)?.length, 10)
  },
)
