import type { Tokens } from 'marked'
import type { Attributes, IOptions } from 'sanitize-html'
import { memoizeOnce } from '#platform/cache.ts'
import { safeText } from '#platform/text.ts'
import { linearAutolinks } from './autolinks.ts'
import { boundedMarkdown } from './bounded-markdown.ts'
import { escapeMarkup } from './markup.ts'

/** Untrusted Markdown, rendered safely. */
export interface RenderedMarkdown {
  /** Sanitised HTML without scripts, styles and images, and with links only to http, https and mailto. */
  html: string
  /** The plain text; code keeps its backticks. */
  text: string
}

export type MarkdownRenderer = (source: string) => RenderedMarkdown

/** Loads the renderer on first use, because its two libraries take a tenth of a second to load. */
export const markdownRenderer = memoizeOnce(load)

async function load(): Promise<MarkdownRenderer> {
  const [{ Marked }, { default: sanitize }] = await Promise.all([import('marked'), import('sanitize-html')])
  const marked = new Marked({ gfm: true, async: false, renderer: { image } })
  marked.use(linearAutolinks)
  return source => {
    const parsed = marked.parse(boundedMarkdown(safeText(source)), { async: false })
    // Once more: what was written as a reference (`&#x1F;`) is a character now.
    const html = safeText(sanitize(parsed, SAFE)).trim()
    return { html, text: textOf(html) }
  }
}

/** Replaces images by their descriptions, because a remote image tells its host who reads. */
const image = ({ text }: Tokens.Image): string => escapeMarkup(text)

const SAFE: IOptions = {
  allowedTags: [
    ...['p', 'br', 'hr', 'blockquote', 'pre', 'code', 'kbd', 'samp', 'strong', 'em', 'b', 'i', 'del', 's'],
    ...['sub', 'sup', 'a', 'ul', 'ol', 'li', 'h2', 'h3', 'h4', 'h5', 'h6'],
    ...['table', 'thead', 'tbody', 'tr', 'th', 'td'],
  ],
  allowedAttributes: { a: ['href', 'rel'], ol: ['start'], th: ['align'], td: ['align'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  transformTags: { h1: 'h2', a: (_, { href = '' }) => link(href) },
}

/**
 * Removes relative links and keeps their text, because they lead somewhere else in every reader. Replacing the element would make the
 * sanitiser close it wrongly.
 */
const link = (href: string) => ({
  tagName: 'a',
  attribs: (/^(?:https?:\/\/|mailto:)/i.test(href) ? { href, rel: 'nofollow noopener' } : {}) as Attributes,
})

/** Only for output of the sanitiser, where every tag is known and every other `<` is escaped. */
function textOf(html: string): string {
  return unescapeMarkup(
    html
      .replace(/<pre><code>|<\/code><\/pre>/g, '\n')
      .replace(/<\/?code>/g, '`')
      .replace(/<li>\s*(?:<p>)?/g, '- ')
      .replace(/<br \/>\n?/g, '\n')
      .replace(/<\/t[hd]>\s*<t[hd][^>]*>/g, ' | ')
      .replace(/<\/(?:p|h\d|blockquote|ul|ol|table)>/g, '\n')
      .replace(/<[^<>]*>/g, ''),
  )
    .replace(/(?<![ \t])[ \t]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

const ENTITIES: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' }
const unescapeMarkup = (text: string): string =>
  text.replace(/&(?:lt|gt|quot|amp);/g, entity => ENTITIES[entity] ?? entity)
