import { SECTIONS } from '#changelog/entries/grouped-copy.ts'
import type { Kind } from '#judgement/classification/classification.ts'
import { BoundedCache } from '#platform/cache.ts'
import { markdownRenderer } from '#platform/markup/markdown.ts'
import { escapeMarkup } from '#platform/markup/markup.ts'
import { clip, safeLine } from '#platform/text.ts'
import type { FeedImage } from './feed.ts'

/** The rendered title and body of an entry. */
export interface EntryContent {
  /** One line of plain text; backticks stand around code, as the team wrote them. */
  title: string
  /** Sanitised HTML; empty for an entry whose title says it all. */
  html: string
  /** The same as plain text. */
  text: string
  /** The first paragraph on one line, without backticks; null without a body, or where it only repeats the title. */
  summary: string | null
}

const SUMMARY_LIMIT = 240
const CACHE_CHARACTERS = 8_000_000

/** Rendered entries: publishing one entry does not render the other 49 of a feed again. */
const cache = new BoundedCache<EntryContent>(CACHE_CHARACTERS)

/** Renders an entry's title and Markdown body. */
export async function entryContent(title: string, body: string): Promise<EntryContent> {
  // A separator that no stored text contains.
  const key = `${title}\u0000${body}`
  const known = cache.get(key)
  if (known) return known
  const line = safeLine(title)
  const { html, text } = (await markdownRenderer())(body)
  const content = { title: line, html, text, summary: summaryOf(line, text) }
  cache.set(key, content, key.length + line.length + html.length + text.length)
  return content
}

/** A title without the backticks around code, for where no markup is shown. */
export const plainTitle = (title: string): string => title.replace(/`([^`]+)`/g, '$1')

function summaryOf(title: string, text: string): string | null {
  const summary = clip(plainTitle(safeLine(text.split('\n\n', 1)[0] ?? '')), SUMMARY_LIMIT)
  return summary === '' || summary === plainTitle(title) ? null : summary
}

/** The content of a feed entry without a body: its kind and a link, since feed readers show an empty item as an error. */
export function bodilessContent(kind: Kind, link: string | null): Pick<EntryContent, 'html' | 'text'> {
  const word = SECTIONS[kind]
  if (link === null) return { html: `<p>${word}</p>`, text: word }
  const href = escapeMarkup(link)
  return {
    html: `<p>${word} · <a href="${href}" rel="nofollow noopener">Read more</a></p>`,
    text: `${word} · ${link}`,
  }
}

/** An image with its size in pixels, so that a page reserves the space for it. */
export interface SizedImage extends FeedImage {
  width: number
  height: number
}

export const imageElement = ({ url, alt, width, height }: SizedImage): string =>
  `<p><img src="${escapeMarkup(url)}" alt="${escapeMarkup(alt)}" width="${width}" height="${height}" /></p>`

const BODILESS = new RegExp(
  `^(?:${Object.values(SECTIONS).join('|')})(?: · (?:\\[Read more\\]\\(\\S+\\)|https?://\\S+))?$`,
)

/** Whether this Markdown or text is what `bodilessContent` gives: an entry that comes from such a feed has no body. */
export const isBodilessContent = (text: string): boolean => BODILESS.test(text)
