import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseFeed } from 'feedsmith'
import { type Feed, type FeedEntry, renderFeed } from '#changelog/feeds/feed.ts'
import { FEED_LIMIT } from '#changelog/limits.ts'
import { feedFormats } from '../../src/app/registry.ts'

const uuid = (n: number) => `00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`

const RECORDING = {
  url: 'https://media.example.com/images/0.mp4?a=1&b=2',
  alt: 'The "menu" opens & <closes>',
  mediaType: 'video/mp4',
  size: 1_234,
}

const anEntry = (n: number): FeedEntry => ({
  id: uuid(n),
  title: `Fix \`<Link>\` & "quotes" ]]> ${n}`,
  html: '<p>A &amp; <code>&lt;b&gt;</code> ]]&gt;</p>',
  text: 'A & `<b>` ]]>',
  summary: "It's <fine> & dandy",
  kind: 'fix',
  magnitude: 'minor',
  isBreaking: n === 0,
  isEdition: n === 0,
  permalink: n % 3 ? null : `https://changelog.example.com/c/acme/e/fix-${uuid(n)}`,
  url: n % 2 ? null : `https://code.example/pulls/${n}?a=1&b="2"`,
  image:
    n % 2
      ? { url: `https://changelog.example.com/images/${n}.png?a=1&b=2`, alt: 'A "chart" & <more>' }
      : null,
  recordings: n === 0 ? [RECORDING] : [],
  language: n % 2 ? 'pt-BR' : null,
  pullRequests: n % 2 ? [] : [`https://code.example/pulls/${n}?a=1&b="2"`],
  published: 1_790_000_000_000 - n,
  updated: 1_790_000_001_000 - n,
})

const aFeed = (entries: number): Feed => ({
  id: uuid(0xfeed),
  title: 'Söhne & <Co> changelog',
  author: 'Söhne & <Co>',
  language: 'de',
  titleLanguage: 'de',
  updated: 1_790_000_001_000,
  address: 'https://changelog.example.com/changelog/x',
  page: 'https://changelog.example.com/c/acme',
  docs: 'https://changelog.example.com/docs#json-feed',
  entries: Array.from({ length: entries }, (_, n) => anEntry(n)),
})

test('no two formats share a name or a suffix', () => {
  assert.equal(new Set(feedFormats.map(format => format.name)).size, feedFormats.length)
  assert.equal(new Set(feedFormats.map(format => format.suffix)).size, feedFormats.length)
})

for (const format of feedFormats) {
  const read = async (feed: Feed) =>
    parseFeed(await renderFeed(format, feed, feedFormats)).feed as Record<string, unknown>
  const listOf = async (feed: Feed) => Object.values(await read(feed)).find(isEntryList) ?? []

  test(`${format.name}: an independent parser reads back everything in a full feed`, async () => {
    const feed = aFeed(FEED_LIMIT)
    const entries = await listOf(feed)
    assert.deepEqual(
      entries.map(({ id }) => id),
      feed.entries.map(({ id }) => `urn:uuid:${id}`),
    )
    const [first] = entries
    const shown = JSON.stringify(first)
    for (const text of [
      feed.entries[0]?.title,
      feed.entries[0]?.html,
      feed.entries[0]?.summary,
      ...Object.values(RECORDING),
      'breaking',
      'edition',
      'fix',
    ]) {
      assert.ok(shown.includes(JSON.stringify(text)), `${text} in ${shown}`)
    }
    assert.doesNotMatch(JSON.stringify(entries[1]), /breaking|edition/)
    const [{ permalink, url }] = [feed.entries[0] ?? anEntry(0)]
    assert.ok(shown.includes(JSON.stringify(permalink ?? url)))
    assert.ok(shown.includes('2026-09-21T'))
  })

  test(`${format.name}: a feed without entries is valid`, async () => {
    const shown = JSON.stringify(await read(aFeed(0)))
    assert.ok(shown.includes(JSON.stringify('Söhne & <Co> changelog')))
    assert.deepEqual(await listOf(aFeed(0)), [])
  })

  test(`${format.name}: a feed has its URL and language, and no URL where it is not served`, async () => {
    const served = await renderFeed(format, aFeed(1), feedFormats)
    assert.ok(served.includes(`https://changelog.example.com/changelog/x${format.suffix}"`))
    assert.ok(served.includes('"de"'))
    const preview = await renderFeed(
      format,
      { ...aFeed(1), address: null, page: null, docs: null, entries: [{ ...anEntry(0), permalink: null }] },
      feedFormats,
    )
    assert.ok(!preview.includes('changelog.example.com'))
  })

  test(`${format.name}: the same feed gives the same bytes`, async () => {
    const render = () => renderFeed(format, aFeed(3), feedFormats)
    assert.equal(await render(), await render())
  })
}

interface ParsedEntry {
  id?: string
}

const isEntryList = (value: unknown): value is ParsedEntry[] =>
  Array.isArray(value) && value.some(item => typeof item === 'object' && 'id' in item)
