import { BoundedCache } from '#kit/bounded-cache.ts'
import { markdownRenderer, type RenderedMarkdown } from '#kit/markdown.ts'
import { clip, safeLine } from '#kit/text.ts'
import type { FeedEntry } from './feed.ts'

/** An entry's words as readers get them. */
export type EntryContent = Pick<FeedEntry, 'title' | 'html' | 'text' | 'summary'>

const SUMMARY_LIMIT = 240
const KEPT_CHARACTERS = 8_000_000

/** A publish changes one entry of fifty: the others' words are not rendered again. */
const kept = new BoundedCache<RenderedMarkdown>(KEPT_CHARACTERS)

/** An entry whose headline says it all shows that headline as its content: an empty page looks broken. */
export async function entryContent(title: string, body: string): Promise<EntryContent> {
  const line = safeLine(title)
  const source = body.trim() === '' ? line : body
  const { html, text } = kept.get(source) ?? (await render(source))
  return { title: line, html, text, summary: clip(safeLine(text), SUMMARY_LIMIT) }
}

async function render(source: string): Promise<RenderedMarkdown> {
  const rendered = (await markdownRenderer())(source)
  kept.set(source, rendered, source.length + rendered.html.length + rendered.text.length)
  return rendered
}
