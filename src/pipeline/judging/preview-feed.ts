import { bodilessContent, entryContent, plainTitle } from '#changelog/feeds/content.ts'
import { FEED_LIMIT, type Feed, type FeedEntry } from '#changelog/feeds/feed.ts'
import { idOfAddress } from '#platform/ids.ts'
import type { SourceFacts } from '#pulls/hosts/merge-source.ts'
import { isInternal, type PreviewItem } from './preview.ts'

/** A preview as a feed that is served nowhere. The same history gives the same ids. */
export async function previewFeed(facts: SourceFacts, items: readonly PreviewItem[]): Promise<Feed> {
  const source = facts.url ?? `${facts.host}/${facts.repo}`
  const entries = await Promise.all(items.slice(0, FEED_LIMIT).map(item => entryOf(source, item)))
  return {
    id: idOfAddress(source),
    title: `${facts.name} changelog`,
    author: facts.name,
    language: 'en',
    updated: entries[0]?.updated ?? 0,
    address: null,
    page: null,
    docs: null,
    entries,
  }
}

async function entryOf(source: string, item: PreviewItem): Promise<FeedEntry> {
  const { pitch, classification, url, mergedAt } = item
  const title = isInternal(item) ? `${pitch.headline} (withheld)` : pitch.headline
  const content = await entryContent(title, pitch.body)
  return {
    id: idOfAddress(url ?? `${source} ${item.reference}`),
    ...content,
    title: plainTitle(content.title),
    ...(content.html === '' && bodilessContent(classification.kind, url)),
    permalink: null,
    kind: classification.kind,
    magnitude: classification.magnitude,
    url,
    image: null,
    language: null,
    pullRequests: url === null ? [] : [url],
    published: mergedAt,
    updated: mergedAt,
  }
}
