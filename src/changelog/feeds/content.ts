import { SECTIONS } from '#changelog/entries/grouped-copy.ts'
import type { Kind } from '#judgement/classification/classification.ts'
import { BoundedCache } from '#platform/cache.ts'
import { markdownRenderer } from '#platform/markup/markdown.ts'
import { escapeMarkup } from '#platform/markup/markup.ts'
import { clip, safeLine } from '#platform/text.ts'
import type { FeedImage } from './feed.ts'

/** An entry's words as readers get them. */
export interface EntryContent {
  /** One line of plain text; backticks stand around code, as the team wrote them. */
  title: string
  /** Sanitised HTML; empty for an entry whose title says it all. */
  html: string
  /** The same as plain text. */
  text: string
  /** The first paragraph on one line; null without a body, or where it only repeats the title. */
  summary: string | null
}

const SUMMARY_LIMIT = 240
const KEPT_CHARACTERS = 8_000_000

/** A publish changes one entry of fifty: the others' words are not rendered again. */
const kept = new BoundedCache<EntryContent>(KEPT_CHARACTERS)

/** Renders an entry's title and Markdown body. */
export async function entryContent(title: string, body: string): Promise<EntryContent> {
  // A separator that no stored text contains.
  const key = `${title}\u0000${body}`
  const known = kept.get(key)
  if (known) return known
  const line = safeLine(title)
  const { html, text } = (await markdownRenderer())(body)
  const content = { title: line, html, text, summary: summaryOf(line, text) }
  kept.set(key, content, key.length + line.length + html.length + text.length)
  return content
}

/** A title as plain text, for where no markup is shown: without the backticks around code. */
export const plainTitle = (title: string): string => title.replace(/`([^`]+)`/g, '$1')

function summaryOf(title: string, text: string): string | null {
  const summary = clip(safeLine(text.split('\n\n', 1)[0] ?? ''), SUMMARY_LIMIT)
  return summary === '' || summary === plainTitle(title) || summary === title ? null : summary
}

/**
 * What feeds show for an entry without a body, since readers show an empty item as a fault: its kind, and a link to where it is told.
 */
export function bodilessContent(kind: Kind, link: string | null): Pick<EntryContent, 'html' | 'text'> {
  const word = SECTIONS[kind]
  if (link === null) return { html: `<p>${word}</p>`, text: word }
  const href = escapeMarkup(link)
  return {
    html: `<p>${word} · <a href="${href}" rel="nofollow noopener">Read more</a></p>`,
    text: `${word} · ${link}`,
  }
}

/** Its size in pixels, so that a page keeps the place for it. */
export interface SizedImage extends FeedImage {
  width: number
  height: number
}

export const imageElement = ({ url, alt, width, height }: SizedImage): string =>
  `<p><img src="${escapeMarkup(url)}" alt="${escapeMarkup(alt)}" width="${width}" height="${height}" /></p>`
