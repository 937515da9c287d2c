import type { RenderedMarkdown } from '#platform/markup/markdown.ts'
import { escapeMarkup } from '#platform/markup/markup.ts'
import { renderMarkdown, renderOrFail } from '#platform/rendering/rendering.ts'
import { clip, safeLine } from '#platform/text.ts'
import type { FeedImage, FeedRecording } from './feed.ts'

/** The rendered title and body of an entry. */
export interface EntryContent {
  /** One line of plain text; backticks stand around code, as the team wrote them. */
  title: string
  /** Sanitised HTML; empty for an entry whose title says it all. */
  html: string
  /** The same as plain text. */
  text: string
  /** The first paragraph or list on one line, without backticks; null without a body, or where it only repeats the title. */
  summary: string | null
}

const SUMMARY_LIMIT = 240
/** How much of the text is searched for the summary. */
const SUMMARY_READ = 2_000

/** A title and a body in Markdown. */
interface Told {
  title: string
  body: string
}

/** Renders the titles and bodies of entries, in their order. */
export async function entryContents(entries: readonly Told[]): Promise<EntryContent[]> {
  const bodies = await renderMarkdown(entries.map(({ body }) => body))
  return bodies.map((body, at) => contentOf(entries[at]?.title ?? '', body))
}

/** Renders an entry's title and Markdown body. */
export async function entryContent(title: string, body: string): Promise<EntryContent> {
  const [content = contentOf(title, { html: '', text: '' })] = await entryContents([{ title, body }])
  return content
}

/** Renders words that nobody saved. Rejects with `TaskFailed` if the body cannot be rendered in time. */
export const unsavedContent = async ({ title, body }: Told): Promise<EntryContent> =>
  contentOf(title, await renderOrFail(body))

function contentOf(title: string, { html, text }: RenderedMarkdown): EntryContent {
  const line = safeLine(title)
  return { title: line, html, text, summary: summaryOf(line, { html, text }) }
}

/** A title with its code spans, as HTML. */
export const titleHtml = (title: string): string =>
  escapeMarkup(title).replace(/`([^`]+)`/g, '<code>$1</code>')

/** HTML with a link around it; null for none. */
export const linked = (html: string, link: string | null): string =>
  link === null ? html : `<a href="${escapeMarkup(link)}">${html}</a>`

/** Removes the backticks around code from a title, for places that show no markup. */
export const plainTitle = (title: string): string => title.replace(/`([^`]+)`/g, '$1')

function summaryOf(title: string, { html, text }: RenderedMarkdown): string | null {
  const [first = '', second = ''] = text.slice(0, SUMMARY_READ).split('\n\n', 2)
  const told = /^<h[1-6]\b/.test(html) && second !== '' ? second : first
  const summary = clip(plainTitle(safeLine(asSentence(told))), SUMMARY_LIMIT)
  return summary === '' || summary === plainTitle(title) ? null : summary
}

/** The items of a list on one line, with semicolons between them. */
const asSentence = (block: string): string => block.replace(/^- /, '').replace(/\n- /g, '; ')

/** The content of a feed entry without a body: its title in plain text, since feed readers show an empty item as an error. */
export const bodilessContent = (title: string): Pick<EntryContent, 'html' | 'text'> => ({
  html: `<p>${escapeMarkup(title)}</p>`,
  text: title,
})

/** An image with its size in pixels, so that a page reserves the space for it. */
export interface SizedImage extends FeedImage {
  width: number
  height: number
}

/** A recording with its size in pixels. */
export interface SizedRecording extends FeedRecording {
  width: number
  height: number
}

/** The element for a picture in a feed. The poster of a recording links to the recording, since few readers play recordings in the text. */
export const feedImageElement = (image: SizedImage, recording: SizedRecording | null): string =>
  recording === null
    ? imageElement(image)
    : `<p><a href="${escapeMarkup(recording.url)}">${imageTag(image)}</a></p>`

export const imageElement = (image: SizedImage): string => `<p>${imageTag(image)}</p>`

export const imageTag = ({ url, alt, width, height }: SizedImage): string =>
  `<img src="${escapeMarkup(url)}" alt="${escapeMarkup(alt)}" width="${width}" height="${height}" />`
