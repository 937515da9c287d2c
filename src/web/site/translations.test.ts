import assert from 'node:assert/strict'
import { parseFeed } from 'feedsmith'
import { editEntry } from '#changelog/entries/edit.ts'
import { entryById } from '#changelog/entries/store.ts'
import { headlineOf } from '#changelog/page/cards/cards.ts'
import { changePage, translatePage } from '#changelog/page/settings.ts'
import { changeLanguages, removeTranslation, saveTranslation } from '#changelog/translations/translations.ts'
import { wordsFor } from '#changelog/words/words.ts'
import type { Database } from '#platform/db/database.ts'
import { aChangelog } from '#testing/changelog.ts'
import { anEdition } from '#testing/published-edition.ts'
import { BASE_URL, PAGE_CONTEXT, withServer } from '#testing/served.ts'

async function inGermanAndArabic(db: Database) {
  const changelog = await aChangelog(db)
  await db.write(async tx => {
    await changePage(tx, PAGE_CONTEXT, changelog.account.id, { isOn: true, name: 'acme', isListed: true })
    await changeLanguages(tx, PAGE_CONTEXT, changelog.account, ['de', 'ar'])
  })
  const id = await changelog.publish({
    title: 'Export reports as `CSV`',
    body: 'Up to 500 rows.',
    at: Date.parse('2026-03-10T12:00:00Z'),
  })
  await changelog.publish({
    title: 'Faster search',
    kind: 'performance',
    at: Date.parse('2026-03-09T12:00:00Z'),
  })
  return { changelog, id }
}

async function translate(db: Database, id: string, language: string, title: string, isMachine = false) {
  const words = { title, body: 'Bis zu 500 Zeilen.' }
  await db.write(async tx =>
    saveTranslation(tx, PAGE_CONTEXT, await entryById(tx, id), language, words, { isMachine, seen: 0 }),
  )
}

withServer(
  'the page of another language tells what is translated in it, and the rest as it was written',
  async ({ ask }, db) => {
    const { id } = await inGermanAndArabic(db)
    await translate(db, id, 'de', 'Berichte als `CSV` exportieren')
    const { status, text } = await ask('/c/acme/de')
    assert.equal(status, 200)
    assert.match(text, /<html lang="de">/)
    assert.match(
      text,
      new RegExp(
        `<h3><a href="/c/acme/de/e/berichte-als-csv-exportieren-${id}">Berichte als <code>CSV</code> exportieren`,
      ),
    )
    assert.match(text, /Bis zu 500 Zeilen/)
    assert.match(text, /lang="en" dir="ltr">[\s\S]*Faster search/, 'its own language is named')
    assert.match(text, />Englisch<[\s\S]*Faster search/, 'readers see which language it is')
    assert.match(text, /März 2026/)
    assert.match(text, new RegExp(`<link rel="canonical" href="${BASE_URL}/c/acme/de">`))
    for (const [language, path] of [
      ['en', '/c/acme'],
      ['de', '/c/acme/de'],
      ['ar', '/c/acme/ar'],
      ['x-default', '/c/acme'],
    ] as const)
      assert.ok(
        text.includes(`<link rel="alternate" hreflang="${language}" href="${BASE_URL}${path}">`),
        language,
      )
    assert.match(
      text,
      /<a href="\/c\/acme\/de" hreflang="de" lang="de" dir="ltr" aria-current="true">Deutsch<\/a>/,
    )
    assert.match(text, /type="application\/atom\+xml"[^>]*href="\/c\/acme\/feed\.de"/)
    const original = await ask('/c/acme')
    assert.match(original.text, /Export reports as <code>CSV<\/code>/)
    assert.doesNotMatch(original.text, /Berichte/)
    const arabic = await ask('/c/acme/ar')
    assert.match(arabic.text, /<html lang="ar" dir="rtl">/)
  },
)

withServer(
  'title and introduction of a page are told in its language, and their own where nobody translated them',
  async ({ ask }, db) => {
    const { changelog } = await inGermanAndArabic(db)
    const { id, publicId } = changelog.account
    const change = async (language: string | null, text: { title?: string; intro?: string }) =>
      db.write(async tx => {
        if (language === null) await changePage(tx, PAGE_CONTEXT, id, text)
        else await translatePage(tx, PAGE_CONTEXT, id, language, text)
      })
    await change(null, { title: 'News of Acme', intro: 'Reports and receipts.' })
    await change('ar', { title: 'مستجدات أكمي', intro: 'التقارير والإيصالات.' })
    await change('de', { intro: 'Berichte und Belege.' })
    const arabic = (await ask('/c/acme/ar')).text
    assert.match(arabic, /<title>مستجدات أكمي<\/title>/)
    assert.match(arabic, /<h1 lang="ar" dir="auto">مستجدات أكمي<\/h1>/)
    assert.match(arabic, /<p class="intro" lang="ar" dir="auto">التقارير والإيصالات\.<\/p>/)
    assert.match(arabic, /<meta name="description" content="التقارير والإيصالات\.">/)
    const german = (await ask('/c/acme/de')).text
    assert.match(german, /<h1 lang="en" dir="auto">News of Acme<\/h1>/)
    assert.match(german, /<p class="intro" lang="de" dir="auto">Berichte und Belege\.<\/p>/)
    assert.match((await ask('/c/acme')).text, /<h1 lang="en" dir="auto">News of Acme<\/h1>/)
    const titleOf = async (path: string) => JSON.parse((await ask(path)).text).title
    assert.equal(await titleOf('/c/acme/feed.json'), 'News of Acme')
    assert.equal(await titleOf('/c/acme/feed.ar.json'), 'مستجدات أكمي')
    assert.equal(await titleOf(`/changelog/${publicId}.ar.json`), 'مستجدات أكمي')
    assert.match((await ask('/c/acme/feed.ar')).text, /xml:lang="ar">[\s\S]*<title>مستجدات أكمي<\/title>/)
    assert.match((await ask('/c/acme/feed.de')).text, /<title xml:lang="en">News of Acme<\/title>/)
    await change('ar', { title: '' })
    assert.match((await ask('/c/acme/ar')).text, /<h1 lang="en" dir="auto">News of Acme<\/h1>/)
    await change(null, { title: '' })
    assert.match((await ask('/c/acme/ar')).text, /<h1 lang="ar" dir="auto">مستجدات Acme<\/h1>/)
    await assert.rejects(change('fr', { title: 'Nouvelles' }), { code: 'invalid_parameter' })
    await assert.rejects(change('ar', { title: 'ا'.repeat(81) }), { code: 'invalid_parameter' })
  },
)

withServer(
  'an entry that nobody translated says its language, and runs in its own direction where the page begins',
  async ({ ask }, db) => {
    await inGermanAndArabic(db)
    const { text } = await ask('/c/acme/ar')
    assert.match(
      text,
      /<p class="meta">.*<span class="translated">الإنجليزية<\/span><\/p>\n<h3 lang="en" dir="ltr">/,
      'kind, day and language in the page’s own direction',
    )
    assert.match(text, /<div class="body" lang="en" dir="ltr">/)
    assert.doesNotMatch((await ask('/c/acme')).text, /class="translated"|dir="ltr">[^<]*Faster search/)
  },
)

withServer('search engines find each language of a page, with what is translated', async ({ ask }, db) => {
  const { id } = await inGermanAndArabic(db)
  await translate(db, id, 'de', 'Berichte exportieren')
  const places = async (path: string) =>
    [...(await ask(path)).text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address)
  const pages = ['', '/de', '/ar'].map(language => `${BASE_URL}/c/acme${language}`)
  assert.deepEqual(
    await places('/sitemap.xml'),
    pages.map(page => `${page}/sitemap.xml`),
  )
  assert.deepEqual(await places('/c/acme/de/sitemap.xml'), [
    pages[1],
    `${pages[1]}/e/berichte-exportieren-${id}`,
  ])
  assert.deepEqual(await places('/c/acme/ar/sitemap.xml'), [pages[2]])
})

withServer(
  'an entry names the languages that it is to be had in, and is the original where nobody translated it',
  async ({ ask }, db) => {
    const { id } = await inGermanAndArabic(db)
    await translate(db, id, 'de', 'Berichte exportieren', true)
    const { text } = await ask(`/c/acme/de/e/berichte-exportieren-${id}`)
    assert.match(text, /Maschinell übersetzt/)
    assert.ok(text.includes(`hreflang="en" href="${BASE_URL}/c/acme/e/export-reports-as-csv-${id}"`))
    assert.ok(!text.includes('hreflang="ar"'))
    const moved = await ask(`/c/acme/de/e/export-reports-as-csv-${id}`)
    assert.deepEqual([moved.status, moved.headers.location], [301, `/c/acme/de/e/berichte-exportieren-${id}`])
    const untranslated = await ask(`/c/acme/ar/e/export-reports-as-csv-${id}`)
    assert.ok(
      untranslated.text.includes(
        `<link rel="canonical" href="${BASE_URL}/c/acme/e/export-reports-as-csv-${id}">`,
      ),
    )
    assert.match(
      (await ask(`/c/acme/de/e/berichte-exportieren-${id}.md`)).text,
      /^# \[Berichte exportieren\]/,
    )
    assert.equal((await ask(`/c/acme/de/e/${id}.png`)).status, 200)
  },
)

withServer('each language has feeds of its own, which change with a translation', async ({ ask }, db) => {
  const { changelog, id } = await inGermanAndArabic(db)
  const own = `/changelog/${changelog.account.publicId}`
  const before = await ask(`${own}.de.json`)
  assert.equal(JSON.parse(before.text).items[0].title, 'Export reports as CSV')
  await translate(db, id, 'de', 'Berichte exportieren')
  const tag = { headers: { 'If-None-Match': String(before.headers.etag) } }
  const feed = JSON.parse((await ask(`${own}.de.json`, tag)).text)
  assert.deepEqual(
    [feed.language, feed.feed_url, feed.title],
    ['de', `${BASE_URL}${own}.de.json`, 'Neues bei Acme'],
  )
  assert.deepEqual(
    feed.items.map((item: { title: string; language?: string }) => [item.title, item.language]),
    [
      ['Berichte exportieren', 'de'],
      ['Faster search', 'en'],
    ],
  )
  const original = JSON.parse((await ask(`${own}.json`)).text)
  assert.equal(original.items[0].title, 'Export reports as CSV')
  const ids = [feed, original].flatMap(({ items }) => items.map((item: { id: string }) => item.id))
  assert.equal(new Set(ids).size, 4, 'a reader of both keeps them apart')
  assert.equal(JSON.parse((await ask('/c/acme/feed.de.json')).text).items[0].title, 'Berichte exportieren')
  const { format, feed: atom } = parseFeed((await ask(`${own}.de`)).text)
  assert.equal(format, 'atom')
  assert.equal(
    (atom as { entries: { title: { value: string } }[] }).entries[0]?.title.value,
    'Berichte exportieren',
  )
  for (const path of [
    `${own}.fr.json`,
    `${own}.de.de`,
    '/c/acme/feed.fr',
    '/c/acme/fr',
    '/c/acme/de/feed',
    '/c/acme/de/de',
  ])
    assert.equal((await ask(path)).status, 404, path)
})

withServer('what is searched for in another language is found in its words', async ({ ask }, db) => {
  const { id } = await inGermanAndArabic(db)
  await translate(db, id, 'de', 'Berichte exportieren')
  assert.match((await ask('/c/acme/de?q=berichte')).text, /1 Eintrag mit/)
  const nothing = (await ask('/c/acme?q=berichte')).text
  assert.match(nothing, /Nothing matches/)
  assert.doesNotMatch(nothing, /class="found"/, 'it is said once')
})

withServer('a translation that is taken back gives the entry its own words again', async ({ ask }, db) => {
  const { id } = await inGermanAndArabic(db)
  await translate(db, id, 'de', 'Berichte exportieren')
  assert.match((await ask('/c/acme/de')).text, /Berichte exportieren/)
  await db.write(async tx => removeTranslation(tx, PAGE_CONTEXT, await entryById(tx, id), 'de', 1))
  assert.doesNotMatch((await ask('/c/acme/de')).text, /Berichte exportieren/)
})

withServer('of two people who translate at once the second is told', async (_, db) => {
  const { id } = await inGermanAndArabic(db)
  await translate(db, id, 'de', 'Berichte exportieren')
  await assert.rejects(translate(db, id, 'de', 'Reporte exportieren'), { code: 'conflict' })
  await assert.rejects(translate(db, id, 'fr', 'Exporter'), { code: 'invalid_parameter' })
})

withServer(
  'an edition is told in the languages of its entries, also to search engines and on its card',
  async ({ ask }, db) => {
    const { changelog, edition, story } = await anEdition(db)
    await db.write(async tx => {
      await changePage(tx, PAGE_CONTEXT, changelog.account.id, { name: 'acme', isListed: true })
      await changeLanguages(tx, PAGE_CONTEXT, changelog.account, ['de', 'ar'])
    })
    await translate(db, story, 'de', 'Als CSV ausgeben')
    const isIn = async (language: string) =>
      (await ask(`/c/acme/${language}/sitemap.xml`)).text.includes(edition)
    assert.deepEqual([await isIn('de'), await isIn('ar')], [true, false])
    const languageIn = async (feed: string) =>
      JSON.parse((await ask(`/c/acme/${feed}.json`)).text).items.find((item: { tags: string[] }) =>
        item.tags.includes('edition'),
      ).language
    assert.equal(await languageIn('feed.de'), undefined, 'that of the feed')
    assert.equal(await languageIn('feed.ar'), 'en')
    const leadsIn = async (to: string) => {
      const entry = { ...(await entryById(db.read, edition)), translation: { from: 'en', to } }
      return (await headlineOf(db.read, entry, wordsFor(to))).leads
    }
    assert.deepEqual(await leadsIn('de'), ['Als CSV ausgeben', 'Receipts add up'])
    assert.deepEqual(await leadsIn('ar'), ['Export `CSV`', 'Receipts add up'])
  },
)

withServer('a language with extensions leaves the page readable', async ({ ask }, db) => {
  const { changelog, id } = await inGermanAndArabic(db)
  await db.write(tx => editEntry(tx, { ...PAGE_CONTEXT, effects: [] }, id, { language: 'FR-u-nu-latn' }))
  const { status, text } = await ask('/c/acme')
  assert.equal(status, 200)
  assert.match(text, />French<[\s\S]*lang="fr"/)
  await db.write(tx => changeLanguages(tx, PAGE_CONTEXT, changelog.account, ['de-x-acme']))
  assert.equal((await ask('/c/acme')).status, 200)
  assert.equal((await ask('/c/acme/de')).status, 200)
})
