import { entryContents } from '#changelog/feeds/content.ts'
import { inOrder, mapChapter } from '#changelog/page/chapters.ts'
import { embeddedFonts } from '#changelog/page/html/fonts.ts'
import { pageDocument } from '#changelog/page/html/frame.ts'
import { type ListChapter, listHtml } from '#changelog/page/html/list.ts'
import type { PageEntry } from '#changelog/page/page-entries.ts'
import { en } from '#changelog/words/en.ts'
import { idOfAddress } from '#platform/ids.ts'
import { escapeMarkup } from '#platform/markup/markup.ts'
import { safeLine } from '#platform/text.ts'
import type { SourceFacts } from '#pulls/hosts/merge-source.ts'
import { isInternal, type PreviewItem, previewChapters } from './preview.ts'

/** A preview as the page that customers would see: one HTML document that needs neither a server nor other files. */
export async function previewPage(facts: SourceFacts, items: readonly PreviewItem[]): Promise<string> {
  const title = `What’s new in ${facts.name.split('/').at(-1)}`
  const links = new Map(items.map(item => [idOf(facts, item), item.url]))
  const { html } = await pageDocument({
    ...{
      title,
      description: title,
      accent: null,
      fonts: await embeddedFonts(),
      isListed: false,
      canonical: null,
      feeds: [],
    },
    words: en,
    body: listHtml({
      masthead: {
        title,
        intro: null,
        languageOf: { title: 'en', intro: 'en' },
        logo: null,
        languages: '',
        homeUrl: facts.url,
        feeds: [],
      },
      language: 'en',
      words: en,
      timeZone: 'UTC',
      filter: null,
      chapters: await chaptersOf(facts, items),
      editions: [],
      linkOf: entry => links.get(entry.id) ?? null,
    }),
  })
  return html
}

/** The months as chapters, and at the end what would be withheld, each with the reason. */
async function chaptersOf(facts: SourceFacts, items: readonly PreviewItem[]): Promise<ListChapter[]> {
  const chapters = previewChapters(items)
  const told = chapters.flatMap(inOrder).map(({ entry }) => entry)
  const contents = await entryContents(told.map(({ pitch }) => ({ title: pitch.headline, body: pitch.body })))
  const bodies = new Map(told.map((item, at) => [item, contents[at]?.html ?? '']))
  const highlights = new Set(chapters.flatMap(chapter => chapter.highlights.map(({ entry }) => entry)))
  const withheld = items.filter(isInternal).map(item => ({
    entry: entryFrom(facts, item, `<p>${escapeMarkup(item.classification.reason)}</p>`),
    others: [],
  }))
  return [
    ...chapters.map(chapter =>
      mapChapter(chapter, ({ entry, others }) => [
        {
          entry: entryFrom(
            facts,
            entry,
            (bodies.get(entry) ?? '') + (highlights.has(entry) ? descriptionHtml(entry) : ''),
          ),
          others: others.map(other => entryFrom(facts, other, '')),
        },
      ]),
    ),
    ...(withheld.length === 0
      ? []
      : [{ heading: en.list.withheld, highlights: [], lists: [{ title: '', entries: withheld }] }]),
  ]
}

/** The author's description, folded, as plain text: its Markdown and markup are not interpreted. */
const descriptionHtml = ({ description }: PreviewItem): string =>
  description === ''
    ? ''
    : `<details class="written"><summary>What the author wrote</summary><p dir="auto">${escapeMarkup(description)}</p></details>`

const idOf = ({ host, repo }: SourceFacts, { url, reference }: PreviewItem): string =>
  idOfAddress(url ?? `${host}/${repo} ${reference}`)

function entryFrom(facts: SourceFacts, item: PreviewItem, html: string): PageEntry {
  const { pitch, classification, mergedAt } = item
  return {
    id: idOf(facts, item),
    title: safeLine(pitch.headline),
    html,
    markdown: '',
    summary: null,
    kind: classification.kind,
    magnitude: classification.magnitude,
    isBreaking: classification.isBreaking ?? false,
    language: null,
    translation: null,
    image: null,
    recording: null,
    version: 1,
    pulls: [],
    published: mergedAt,
    updated: mergedAt,
    items: [],
  }
}
