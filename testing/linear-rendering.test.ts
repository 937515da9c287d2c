import assert from 'node:assert/strict'
import { test } from 'node:test'
import { feedFormats, networks } from '#app/registry.ts'
import { BODY_LIMIT } from '#changelog/entries/entry-text.ts'
import { groupedCopy } from '#changelog/entries/grouping.ts'
import { entryContent, plainTitle, titleHtml } from '#changelog/feeds/content.ts'
import type { FeedEntry } from '#changelog/feeds/feed.ts'
import { withoutHidden } from '#changelog/feeds/pull-links.ts'
import { cardTasks } from '#changelog/page/cards/card-drawing.ts'
import { bodyHtml } from '#changelog/page/html/entry.ts'
import { en } from '#changelog/words/en.ts'
import { diffWords } from '#platform/diff.ts'
import { htmlEscaper } from '#platform/markup/html-escaper.ts'
import { htmlReader } from '#platform/markup/html-to-markdown.ts'
import { markdownRenderer } from '#platform/markup/markdown.ts'
import { escapeMarkdown } from '#platform/markup/markup.ts'
import { standaloneMarkdown } from '#platform/rendering/rendering-tasks.ts'
import { proposeText } from '#social/texts/proposal.ts'
import { processorTime } from '#testing/processor-time.ts'
import { slowRuns } from '#testing/text-pumps.ts'

const toMarkdown = await htmlReader()
const render = await markdownRenderer()
const withoutHtml = await htmlEscaper()
const standalone = await standaloneMarkdown()
const known = await Promise.all(Object.values(networks).map(load => load()))

const LIMITS = { text: 500, link: null, imageBytes: 1, alt: 1 }
const CHANGE = { kind: 'fix', magnitude: 'patch', isBreaking: false, mergedAt: 0, pulls: [] } as const
const ENTRY: FeedEntry = {
  ...{ id: 'a', title: 'News', html: '', text: '', summary: null, kind: 'fix', magnitude: 'patch' },
  ...{
    isBreaking: false,
    isEdition: false,
    permalink: null,
    url: null,
    image: null,
    recordings: [],
    language: null,
    pullRequests: [],
  },
  ...{ published: 0, updated: 0 },
}

/** Everything that is made of an entry for somebody who reads it, by what it is made for. */
const RENDERERS: Record<string, (text: string) => unknown> = {
  Markdown: render,
  'Markdown from HTML': text => toMarkdown(`<p>${text}</p><ul><li>${text}</li></ul><pre>${text}</pre>`),
  'Markdown below a heading': text => standalone(`# News\n\n${text}`, 2),
  'hosted page': text => {
    const { html } = render(withoutHidden(text, { isHidden: address => address.includes('private') }))
    bodyHtml({ image: null, recording: null, html, language: null }, 2, { language: 'en', words: en })
    titleHtml(text)
    plainTitle(text)
  },
  feed: text => {
    const entry = { ...ENTRY, ...render(text), title: text }
    for (const format of feedFormats) format.entry(entry, true)
  },
  export: text => withoutHtml(`<b>${text}`),
  'grouped drafts': text => {
    const changes = [text, `${text} more`].map(title => ({ ...CHANGE, title, body: title }))
    groupedCopy(changes)
    escapeMarkdown(text)
  },
  'social post': text => {
    for (const network of known) network.check(text, LIMITS)
  },
}

for (const [name, read] of Object.entries(RENDERERS)) {
  test(`${name}: time grows linearly with the length of the text`, async () => {
    assert.deepEqual(await slowRuns(read, BODY_LIMIT / 4), [])
  })
}

test('the proposed text of a post takes little time, whatever the entry says', async () => {
  for (const run of ['a. ', '.', '."', ') ', '\n', '- a\n', 'www.a ']) {
    const entry = { title: 'News', body: run.repeat(BODY_LIMIT / run.length) }
    await entryContent(entry.title, entry.body)
    const spent = processorTime()
    for (const network of known)
      await proposeText(network, { entry, link: null, hashtags: [], limits: LIMITS })
    assert.ok(spent() < 500, run)
  }
})

test('a difference takes little time, however much two texts differ', async () => {
  const words = (word: (at: number) => string) =>
    Array.from({ length: BODY_LIMIT / 5 }, (_, at) => word(at % 1_000))
      .join(' ')
      .slice(0, BODY_LIMIT)
  const texts = [
    words(at => `a${at}`),
    words(at => `b${at}`),
    words(at => (at % 2 ? 'x' : `s${at}`)),
    '.,'.repeat(BODY_LIMIT / 2),
    ',;.'.repeat(BODY_LIMIT / 3),
    'a\n'.repeat(BODY_LIMIT / 2),
    'b\n'.repeat(BODY_LIMIT / 2),
  ]
  await diffWords('a', 'b')
  for (const earlier of texts)
    for (const later of texts) {
      const spent = processorTime()
      const parts = await diffWords(earlier, later)
      assert.ok(spent() < 150, `${earlier.slice(0, 10)} to ${later.slice(0, 10)}: ${Math.round(spent())} ms`)
      const side = (not: string) => parts.flatMap(part => (part.in === not ? [] : [part.text])).join('')
      assert.deepEqual([side('later'), side('earlier')], [earlier, later])
    }
})

test('a card takes no longer for a title that is longer than an entry may have', async () => {
  const draw = async (title: string) => {
    const card = {
      entry: { title, kind: { name: 'fix', label: 'Fixed' }, leads: [] },
      pageTitle: title,
      language: 'en',
      accent: null,
    } as const
    const spent = processorTime()
    await cardTasks.draw(card, () => {})
    return spent()
  }
  await draw('News')
  for (const run of ['W', 'W ', '\u0301', '\u200d', '👩\u200d', '`a` ', 'ﷺ', '…', '\u00ad', '.'])
    assert.ok((await draw(run.repeat(BODY_LIMIT))) < 2_000, run)
})
