import type TurndownService from 'turndown'
import { memoizeOnce } from '#platform/cache.ts'
import { safeText } from '#platform/text.ts'

/** Longer than any real post. */
const LONGEST = 200_000
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
  const escaped = writer.escape.bind(writer)
  // An entity, which no renderer takes for the beginning of a tag or of another entity.
  writer.escape = text =>
    escaped(text)
      .replace(/&(?=#?\w{1,31};)/g, '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('~~', '\\~~')
  for (const [name, rule] of Object.entries(RULES)) writer.addRule(name, rule)
  const kept = {
    allowedTags: [
      ...[
        'p',
        'br',
        'hr',
        'blockquote',
        'pre',
        'code',
        'strong',
        'em',
        'b',
        'i',
        'a',
        'ul',
        'ol',
        'li',
        'del',
      ],
      ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'table', 'thead', 'tbody', 'tr', 'th', 'td'],
    ],
    allowedAttributes: { a: ['href'], ol: ['start'] },
    allowedSchemes: ['http', 'https', 'mailto'],
    allowProtocolRelative: false,
    nestingLimit: DEEPEST,
  }
  return html => {
    // The library takes quadratic time for white space that HTML does not collapse, and for much of it in code.
    const clean = sanitize(safeText(html.slice(0, LONGEST)), kept)
      .replace(/[^\S\n\r\t ]/g, ' ')
      .replace(/\s{200,}/g, run => (run.includes('\n') ? '\n\n' : ' '))
    return writer
      .turndown(clean)
      .replace(/^([ \t]*)- {3}/gm, '$1- ')
      .trim()
  }
}

/** Converts untrusted HTML to its text, without tags. Loads its library on first use. */
export const textReader = memoizeOnce(async (): Promise<HtmlReader> => {
  const { default: sanitize } = await import('sanitize-html')
  return html =>
    sanitize(safeText(html.slice(0, LONGEST)), { allowedTags: [] })
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&')
})

/** The rules for what GitHub's Markdown has in addition to CommonMark, which the library writes. */
const RULES: Record<string, TurndownService.Rule> = {
  deleted: { filter: 'del', replacement: text => `~~${text}~~` },
  cell: {
    filter: ['th', 'td'],
    replacement: text => ` ${text.trim().replaceAll('|', '\\|').replaceAll('\n', ' ')} |`,
  },
  row: { filter: 'tr', replacement: text => `|${text}\n` },
  head: {
    filter: 'thead',
    replacement: text => `${text}${'| --- '.repeat((text.match(/(?<!\\)\|/g)?.length ?? 1) - 1)}|\n`,
  },
  table: { filter: 'table', replacement: text => `\n\n${text}\n\n` },
  rows: { filter: 'tbody', replacement: text => text },
}
