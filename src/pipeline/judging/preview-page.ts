import { entryContent } from '#changelog/feeds/content.ts'
import { embeddedFonts } from '#changelog/page/fonts.ts'
import { pageDocument } from '#changelog/page/frame.ts'
import { listHtml } from '#changelog/page/list-html.ts'
import type { PageEntry } from '#changelog/page/page-entries.ts'
import { idOfAddress } from '#platform/ids.ts'
import type { SourceFacts } from '#pulls/hosts/merge-source.ts'
import type { PreviewItem } from './preview.ts'

/** A preview as the page that customers would see: one HTML document that needs no server and no other file. */
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
    body: listHtml({
      masthead: { title, intro: null, logo: null, homeUrl: facts.url, feeds: [] },
      language: 'en',
      timeZone: 'UTC',
      filter: null,
      entries: await Promise.all(items.map(item => entryFrom(facts, item))),
      linkOf: entry => links.get(entry.id) ?? null,
    }),
  })
  return html
}

const idOf = ({ host, repo }: SourceFacts, { url, reference }: PreviewItem): string =>
  idOfAddress(url ?? `${host}/${repo} ${reference}`)

async function entryFrom(facts: SourceFacts, item: PreviewItem): Promise<PageEntry> {
  const { pitch, classification, mergedAt } = item
  const { title, html, summary } = await entryContent(pitch.headline, pitch.body)
  return {
    id: idOf(facts, item),
    title,
    html,
    summary,
    kind: classification.kind,
    magnitude: classification.magnitude,
    isBreaking: classification.isBreaking ?? false,
    language: null,
    image: null,
    version: 1,
    pulls: [],
    published: mergedAt,
    updated: mergedAt,
  }
}
