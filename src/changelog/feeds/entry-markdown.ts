import type { PageWords } from '#changelog/words/words.ts'
import type { Kind } from '#judgement/classification/classification.ts'
import { escapeMarkdown } from '#platform/markup/markup.ts'
import { standalone } from '#platform/rendering/rendering.ts'
import { partsOf } from './edition-content.ts'

/** An entry, as far as its Markdown shows it. */
interface MarkdownEntry {
  title: string
  /** The body in Markdown. */
  markdown: string
  kind: Kind
  isBreaking: boolean
  items: readonly (MarkdownEntry & { isStory: boolean })[]
}

/** How entries are written: the words, the format of their day, and the address of each entry's page. */
export interface MarkdownStyle<T> {
  words: PageWords
  dayOf(entry: T): string
  linkOf(entry: T): string
}

/**
 * The Markdown of an entry under a heading of this level: its kind and day, its body, and the entries of an
 * edition. Open markup of one entry is closed before the next.
 */
export async function entryMarkdown<T extends MarkdownEntry>(
  entry: T,
  level: number,
  style: MarkdownStyle<T>,
): Promise<string> {
  const { words } = style
  const kinds =
    entry.items.length > 0 ? [] : [entry.isBreaking ? words.breaking : '', words.kinds[entry.kind]]
  const facts = [...kinds, style.dayOf(entry)].filter(Boolean).join(' · ')
  const items = entry.items as unknown as readonly (T & { isStory: boolean })[]
  const { stories, lists } = partsOf(items, words)
  return [
    `${heading(level)} ${linked(entry, style)}`,
    facts,
    await standalone(entry.markdown, level),
    ...(await Promise.all(stories.map(story => entryMarkdown(story, level + 1, style)))),
    ...lists.map(
      ({ title, changes }) =>
        `${heading(level + 1)} ${title}\n\n${changes.map(item => `- ${item.isBreaking ? `**${words.breaking}:** ` : ''}${linked(item, style)}`).join('\n')}`,
    ),
  ]
    .filter(Boolean)
    .join('\n\n')
}

const heading = (level: number): string => '#'.repeat(Math.min(6, level))

const linked = <T extends MarkdownEntry>(entry: T, { linkOf }: MarkdownStyle<T>): string =>
  `[${escapeMarkdown(entry.title)}](${linkOf(entry)})`

/** A changelog page that programs and assistants may be led to. */
interface GuidedPage {
  title: string
  intro: string | null
  /** The address of the page, without a slash at its end. */
  home: string
}

/** The text of `/llms.txt` (https://llmstxt.org), which guides programs and assistants: the pages, each with its Markdown and its feed. */
export const guideOf = (name: string, pages: readonly GuidedPage[]): string =>
  [
    `# ${escapeMarkdown(name)}`,
    '> What is new, for the customers of a product. Each changelog is also there as Markdown, and each of its entries at its address with `.md` behind it.',
    '## Changelogs',
    pages
      .map(({ title, intro, home }) => {
        const about = intro === null ? '' : `: ${escapeMarkdown(intro)}`
        return `- [${escapeMarkdown(title)}](${home}/index.md)${about} ([JSON Feed](${home}/feed.json))`
      })
      .join('\n') || 'None is public.',
  ].join('\n\n')
