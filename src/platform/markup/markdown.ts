import type { MarkdownIt, StateBlock } from 'markdown-it'
import type { Attributes, IOptions } from 'sanitize-html'
import { memoizeOnce } from '#platform/cache.ts'
import { safeText } from '#platform/text.ts'
import { escapeMarkup, withoutHiddenReferences } from './markup.ts'

/** Untrusted Markdown, rendered safely. */
export interface RenderedMarkdown {
  /** Sanitised HTML without scripts, styles and images, and with links only to http, https and mailto. */
  html: string
  /** The plain text; code keeps its backticks. */
  text: string
}

type MarkdownRenderer = (source: string) => RenderedMarkdown

/** Loads the parser on first use. Its output is untrusted: raw HTML and links of every scheme are in it. */
export const markdownParser = memoizeOnce(async (): Promise<MarkdownIt> => {
  const { default: Parser } = await import('markdown-it')
  const parser = new Parser({ html: true, linkify: true })
  parser.validateLink = () => true
  parser.normalizeLinkText = text => text
  const { http, www } = {
    http: address('get_http_validator'),
    www: address('get_relative_proto_validator', 'http://'),
  }
  parser.linkify.add('http:', http).add('https:', http).add('www.', www).add('ftp:', null).add('//', null)
  // Feed readers cannot tick boxes, so task lists become plain lists.
  parser.core.ruler.after('block', 'tasks', ({ tokens }) => {
    for (const [at, token] of tokens.entries())
      if (tokens[at - 2]?.type === 'list_item_open')
        token.content = token.content.replace(/^\[[ x]\]\s+/i, '')
  })
  parser.block.ruler.before('table', 'deepest', limitNesting)
  for (const cell of ['th', 'td'])
    parser.renderer.rules[`${cell}_open`] = (tokens, at) => {
      const align = /:(\w+)/.exec(String(tokens[at]?.attrGet('style')))?.[1]
      return align === undefined ? `<${cell}>` : `<${cell} align="${align}">`
    }
  // Loading a remote image would tell its host who reads, so its description is shown instead.
  parser.renderer.rules.image = (tokens, at, options, env, renderer) =>
    escapeMarkup(renderer.renderInlineAsText(tokens[at]?.children ?? [], options, env))
  return parser
})

/** Finds addresses in plain text, without the punctuation that ends the sentence or the emphasis around them. */
const address = (
  validator: 'get_http_validator' | 'get_relative_proto_validator',
  scheme = '',
): NonNullable<Parameters<MarkdownIt['linkify']['add']>[1]> => ({
  validate(text, at, { re }) {
    const pattern = re[validator]()
    pattern.lastIndex = at
    return (pattern.exec(text)?.[0] ?? '').replace(/(?<![?!.,:*_~])[?!.,:*_~]+$/, '').length
  },
  normalize(match) {
    match.url = scheme + match.url
  },
})

/** The most levels. A quotation is one level, a list two. */
const MOST_LEVELS = 40

/** Turns blocks that are nested too deeply into paragraphs, so that nothing is lost. */
function limitNesting(state: StateBlock, from: number, to: number, silent: boolean): boolean {
  if (state.level < MOST_LEVELS) return false
  if (silent) return true
  state.line = to
  state.push('paragraph_open', 'p', 1)
  const content = state.getLines(from, to, state.blkIndent, false).trim()
  Object.assign(state.push('inline', '', 0), { content, children: [] })
  state.push('paragraph_close', 'p', -1)
  return true
}

/** Loads the renderer on first use, because its two libraries take a tenth of a second to load. */
export const markdownRenderer = memoizeOnce(load)

async function load(): Promise<MarkdownRenderer> {
  const [parser, { default: sanitize }] = await Promise.all([markdownParser(), import('sanitize-html')])
  return source => {
    // Clean it once more: what was written as a reference (`&#x1F;`) is a character now.
    const html = safeText(sanitize(parser.render(withoutHiddenReferences(safeText(source))), SAFE)).trim()
    return { html, text: textOf(html) }
  }
}

const SAFE: IOptions = {
  allowedTags: [
    ...['p', 'br', 'hr', 'blockquote', 'pre', 'code', 'kbd', 'samp', 'strong', 'em', 'b', 'i', 'del', 's'],
    ...['sub', 'sup', 'a', 'ul', 'ol', 'li', 'h2', 'h3', 'h4', 'h5', 'h6'],
    ...['table', 'thead', 'tbody', 'tr', 'th', 'td'],
  ],
  allowedAttributes: { a: ['href', 'rel'], ol: ['start'], th: ['align'], td: ['align'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  transformTags: { h1: 'h2', s: 'del', a: (_, { href = '' }) => link(href) },
}

/**
 * Removes relative links and keeps their text, because they lead somewhere else in every reader. Replacing the element would make the
 * sanitiser close it wrongly.
 */
const link = (href: string) => ({
  tagName: 'a',
  attribs: (/^(?:https?:\/\/|mailto:)/i.test(href) ? { href, rel: 'nofollow noopener' } : {}) as Attributes,
})

/** The text of sanitised HTML. Works only for output of the sanitiser, where every tag is known and every other `<` is escaped. */
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
