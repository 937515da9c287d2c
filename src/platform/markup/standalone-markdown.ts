import type { Token, Tokens } from 'marked'
import { memoizeOnce } from '#platform/cache.ts'
import { boundedMarkdown } from './bounded-markdown.ts'
import { missingFence } from './fences.ts'
import { htmlEscaper } from './html-escaper.ts'
import { markdownRenderer } from './markdown.ts'
import { withoutHiddenReferences } from './markup.ts'

/** A longer text is not parsed. */
const LONGEST = 200_000
const AFTERWARDS = 'What comes afterwards'
const MAY_LEAD = /^(?:https?:\/\/|mailto:)/i

/** Gives Markdown for a place below a heading of this level. */
type MarkdownWriter = (markdown: string, level: number) => string

/**
 * Gives Markdown that other Markdown may follow: without raw HTML, with its blocks of code closed, with its headings below that of the
 * place, with links in place of those that are defined elsewhere in the text, and without links, images and references to hidden
 * characters that the page does not have either. What cannot be made so is plain text.
 */
export const standaloneMarkdown = memoizeOnce(load)

async function load(): Promise<MarkdownWriter> {
  const [{ Marked }, escapeHtml, render] = await Promise.all([
    import('marked'),
    htmlEscaper(),
    markdownRenderer(),
  ])
  const marked = new Marked({ gfm: true })
  const partsOf = (blocks: readonly Token[]): Token[] => {
    const all: Token[] = []
    marked.walkTokens([...blocks], token => void all.push(token))
    return all
  }
  const isClosed = (markdown: string): boolean => {
    const last = marked.lexer(`${markdown}\n\n# ${AFTERWARDS}`).at(-1)
    return last?.type === 'heading' && last.text === AFTERWARDS
  }
  const isClean = (markdown: string, level: number): boolean =>
    isClosed(markdown) &&
    partsOf(marked.lexer(markdown)).every(token =>
      token.type === 'heading' ? token.depth > Math.min(5, level) : replacementOf(token, level) === null,
    )
  const replaced = (block: Token, level: number): string =>
    partsOf([block]).reduce((text, token) => {
      const replacement = replacementOf(token, level)
      return replacement === null ? text : text.replace(token.raw, () => replacement)
    }, block.raw)
  return (markdown, level) => {
    const escaped = escapeHtml(withoutHiddenReferences(markdown))
    if (escaped.length > LONGEST || boundedMarkdown(escaped) !== escaped) return plain(render(markdown).text)
    const text = marked
      .lexer(escaped)
      .map(block => replaced(block, level))
      .join('')
    const fence = isClosed(text) ? null : missingFence(text)
    const closed = fence === null ? text : `${text}\n${fence}`
    return isClean(closed, level) ? closed : plain(render(markdown).text)
  }
}

/** What stands in place of a heading, a definition, a link by reference, and a link or an image that leads nowhere else; null for any other part. */
function replacementOf(token: Token, level: number): string | null {
  if (token.type === 'heading') return loweredHeading(token as Tokens.Heading, level)
  if (token.type === 'def') return ''
  if (token.type === 'image') return token.text
  if (token.type !== 'link') return null
  if (!MAY_LEAD.test(token.href)) return token.text
  const isByReference = token.raw.startsWith('[') && !token.raw.endsWith(')')
  return isByReference ? `[${token.text}](<${token.href.replace(/[<>\s]/g, encodeURIComponent)}>)` : null
}

/** Pages have no heading of the first level but their own. */
function loweredHeading({ depth, text, raw }: Tokens.Heading, level: number): string {
  const marks = '#'.repeat(Math.min(6, Math.max(2, depth) + level - 1))
  return `${marks} ${text.replaceAll('\n', ' ')}${raw.slice(raw.trimEnd().length)}`
}

/** Plain text as Markdown. */
const plain = (text: string): string =>
  text
    .replace(/[\\`*_[\]<>#|~&!]/g, '\\$&')
    .replace(/^([ \t]*)([-+=])/gm, '$1\\$2')
    .replace(/^([ \t]*\d+)([.)])/gm, '$1\\$2')
