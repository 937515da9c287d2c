import { listsOf } from '#changelog/entries/weight.ts'
import type { PageWords } from '#changelog/words/words.ts'
import { escapeMarkup } from '#platform/markup/markup.ts'
import { clip } from '#platform/text.ts'
import { type EntryContent, feedImageElement, plainTitle } from './content.ts'
import type { PublishedItem, RenderedEntry } from './published.ts'

const SUMMARY_LIMIT = 240

/** Addresses for the entries of an edition: the server's, and that of an entry's own page where there is one. */
interface ItemAddresses {
  baseUrl: string
  permalinkOf(item: PublishedItem): string | null
}

/** An edition for a feed: its opening, its stories in full, and the rest as lists. */
export function editionContent(
  edition: RenderedEntry,
  addresses: ItemAddresses,
  words: PageWords,
): EntryContent {
  const { content, items } = edition
  const stories = items.filter(item => item.isStory)
  const lists = listsOf(items.filter(item => !item.isStory).map(item => ({ kind: item.row.kind, item }))).map(
    ({ name, changes }) => ({
      title: words.lists[name][stories.length > 0 ? 'below' : 'alone'],
      told: changes.map(({ item }) => item),
    }),
  )
  return {
    title: content.title,
    html: [
      content.html,
      ...stories.map(story => storyHtml(story, addresses)),
      ...lists.map(
        ({ title, told }) =>
          `<h2>${title}</h2>\n<ul>\n${told.map(one => lineHtml(one, addresses)).join('\n')}\n</ul>`,
      ),
    ]
      .filter(Boolean)
      .join('\n'),
    text: [
      content.text,
      ...stories.map(({ content: { title, text } }) =>
        [plainTitle(title), text].filter(Boolean).join('\n\n'),
      ),
      ...lists.map(({ title, told }) =>
        [`${title}:`, ...told.map(one => `- ${plainTitle(one.content.title)}`)].join('\n'),
      ),
    ]
      .filter(Boolean)
      .join('\n\n'),
    summary: content.summary ?? summaryOf(items),
  }
}

function storyHtml(item: PublishedItem, addresses: ItemAddresses): string {
  const { content, image, recording } = item
  const withBase = <T extends { url: string }>(media: T): T => ({
    ...media,
    url: addresses.baseUrl + media.url,
  })
  const picture = image === null ? '' : feedImageElement(withBase(image), recording && withBase(recording))
  return [`<h2>${linkedTitle(item, addresses)}</h2>`, picture, content.html].filter(Boolean).join('\n')
}

const lineHtml = (item: PublishedItem, addresses: ItemAddresses): string =>
  `<li>${linkedTitle(item, addresses)}</li>`

function linkedTitle(item: PublishedItem, { permalinkOf }: ItemAddresses): string {
  const title = escapeMarkup(item.content.title).replace(/`([^`]+)`/g, '<code>$1</code>')
  const link = permalinkOf(item)
  return link === null ? title : `<a href="${escapeMarkup(link)}">${title}</a>`
}

const summaryOf = (items: readonly PublishedItem[]): string | null =>
  items.length === 0
    ? null
    : clip(items.map(({ content }) => plainTitle(content.title)).join('; '), SUMMARY_LIMIT)
