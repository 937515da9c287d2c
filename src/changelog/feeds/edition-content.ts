import { listsOf } from '#changelog/entries/weight.ts'
import type { PageWords } from '#changelog/words/words.ts'
import type { Kind } from '#judgement/classification/classification.ts'
import { type EntryContent, feedImageElement, linked, plainTitle, titleHtml } from './content.ts'
import type { PublishedItem, RenderedEntry } from './published.ts'

/** How the entries of an edition are told: in which words, at the server's address, and with that of an entry's own page where there is one. */
interface ItemStyle {
  words: PageWords
  baseUrl: string
  permalinkOf(item: PublishedItem): string | null
}

/** The parts of an edition, wherever it is shown: its stories, and the rest in lists with their titles. */
export function partsOf<T extends { kind: Kind; isStory: boolean }>(
  items: readonly T[],
  { lists: titles }: PageWords,
) {
  const stories = items.filter(item => item.isStory)
  const place = stories.length > 0 ? 'below' : 'alone'
  const lists = listsOf(items.filter(item => !item.isStory))
  return { stories, lists: lists.map(list => ({ ...list, title: titles[list.name][place] })) }
}

/** An edition for a feed: its opening, its stories in full, and the rest as lists. */
export function editionContent(edition: RenderedEntry, style: ItemStyle): EntryContent {
  const { words } = style
  const { content } = edition
  const { stories, lists } = partsOf(
    edition.items.map(item => ({ ...item, kind: item.row.kind })),
    words,
  )
  return {
    title: content.title,
    html: [
      content.html,
      ...stories.map(story => storyHtml(story, style)),
      ...lists.map(
        ({ title, changes }) =>
          `<h2>${title}</h2>\n<ul>\n${changes.map(one => lineHtml(one, style)).join('\n')}\n</ul>`,
      ),
    ]
      .filter(Boolean)
      .join('\n'),
    text: [
      content.text,
      ...stories.map(story => [plainLine(story, words), story.content.text].filter(Boolean).join('\n\n')),
      ...lists.map(({ title, changes }) =>
        [`${title}:`, ...changes.map(one => `- ${plainLine(one, words)}`)].join('\n'),
      ),
    ]
      .filter(Boolean)
      .join('\n\n'),
    summary: content.summary,
  }
}

function storyHtml(item: PublishedItem, style: ItemStyle): string {
  const { content, image, recording } = item
  const withBase = <T extends { url: string }>(media: T): T => ({
    ...media,
    url: style.baseUrl + media.url,
  })
  const picture = image === null ? '' : feedImageElement(withBase(image), recording && withBase(recording))
  return [`<h2>${linkedTitle(item, style)}</h2>`, picture, content.html].filter(Boolean).join('\n')
}

const lineHtml = (item: PublishedItem, style: ItemStyle): string => `<li>${linkedTitle(item, style)}</li>`

function linkedTitle(item: PublishedItem, { permalinkOf, words }: ItemStyle): string {
  const title = linked(titleHtml(item.content.title), permalinkOf(item))
  return item.isBreaking ? `<strong>${words.breaking}:</strong> ${title}` : title
}

const plainLine = ({ content, isBreaking }: PublishedItem, words: PageWords): string =>
  `${isBreaking ? `${words.breaking}: ` : ''}${plainTitle(content.title)}`
