import { memoizeOnce } from '#platform/cache.ts'
import { safeText } from '#platform/text.ts'

/** Longer than any real post. */
const LONGEST = 60_000
const DEEPEST = 40

export type HtmlReader = (html: string) => string

/** Converts untrusted HTML to Markdown, without scripts, styles and remote content. Loads its two libraries on first use. */
export const htmlReader = memoizeOnce(load)

async function load(): Promise<HtmlReader> {
  const [{ default: Turndown }, { default: sanitize }] = await Promise.all([
    import('turndown'),
    import('sanitize-html'),
  ])
  const writer = new Turndown({
    headingStyle: 'atx',
    codeBlockStyle: 'fenced',
    bulletListMarker: '-',
    emDelimiter: '*',
  })
  const kept = {
    allowedTags: [
      ...['p', 'br', 'hr', 'blockquote', 'pre', 'code', 'strong', 'em', 'b', 'i', 'a', 'ul', 'ol', 'li'],
      ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
    ],
    allowedAttributes: { a: ['href'], ol: ['start'] },
    allowedSchemes: ['http', 'https', 'mailto'],
    allowProtocolRelative: false,
    nestingLimit: DEEPEST,
  }
  return html => {
    // The library takes quadratic time for white space that HTML does not collapse.
    const clean = sanitize(safeText(html.slice(0, LONGEST)), kept).replace(/[^\S\n\r\t ]/g, ' ')
    return writer
      .turndown(clean)
      .replace(/^([ \t]*)- {3}/gm, '$1- ')
      .trim()
  }
}
