import { BoundedCache } from '#platform/cache.ts'
import { markdownRenderer } from '#platform/markup/markdown.ts'
import { escapeMarkup } from '#platform/markup/markup.ts'
import { clip, safeLine } from '#platform/text.ts'
import type { FeedEntry } from './feed.ts'

/** An entry's words as readers get them. */
export type EntryContent = Pick<FeedEntry, 'title' | 'html' | 'text' | 'summary'>

const SUMMARY_LIMIT = 240
const KEPT_CHARACTERS = 8_000_000

/** A publish changes one entry of fifty: the others' words are not rendered again. */
const kept = new BoundedCache<EntryContent>(KEPT_CHARACTERS)

/** An entry whose headline says it all has that headline as its content: readers show an empty page as a fault. */
export async function entryContent(title: string, body: string): Promise<EntryContent> {
  // What forbidden characters are good for: no stored text has this one in it.
  const key = `${title}\u0000${body}`
  const known = kept.get(key)
  if (known) return known
  const line = safeLine(title)
  const rendered = (await markdownRenderer())(body)
  const { html, text } = rendered.html === '' ? { html: paragraph(line), text: line } : rendered
  const content = { title: line, html, text, summary: summaryOf(text) }
  kept.set(key, content, key.length + line.length + html.length + text.length)
  return content
}

/** A headline is no Markdown: only the backticks around code mean something in it. */
const paragraph = (headline: string): string =>
  `<p>${escapeMarkup(headline).replace(/`([^`]+)`/g, '<code>$1</code>')}</p>`

/** The first paragraph, on one line. */
const summaryOf = (text: string): string => clip(safeLine(text.split('\n\n', 1)[0] ?? ''), SUMMARY_LIMIT)
