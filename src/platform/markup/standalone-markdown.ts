import type { Token } from 'marked'
import { memoizeOnce } from '#platform/cache.ts'
import { boundedMarkdown } from './bounded-markdown.ts'
import { missingFence } from './fences.ts'
import { htmlEscaper } from './html-escaper.ts'
import { markdownRenderer } from './markdown.ts'

/** A longer text is not parsed. */
const LONGEST = 200_000
const AFTERWARDS = 'What comes afterwards'
const MAY_LEAD = /^(?:https?:\/\/|mailto:)/i

/**
 * Gives Markdown that other Markdown may follow: without raw HTML, with its blocks of code closed, with links in place of those that are
 * defined elsewhere in the text, and without links and images that the page does not have either. What cannot be made so is plain text.
 */
export const standaloneMarkdown = memoizeOnce(load)

async function load(): Promise<(markdown: string) => string> {
  const [{ Marked }, escapeHtml, render] = await Promise.all([
    import('marked'),
    htmlEscaper(),
    markdownRenderer(),
  ])
  const marked = new Marked({ gfm: true })
  const tokensOf = (markdown: string): Token[] => {
    const all: Token[] = []
    marked.walkTokens(marked.lexer(markdown), token => void all.push(token))
    return all
  }
  const isClosed = (markdown: string): boolean => {
    const last = marked.lexer(`${markdown}\n\n# ${AFTERWARDS}`).at(-1)
    return last?.type === 'heading' && last.text === AFTERWARDS
  }
  const isClean = (markdown: string): boolean =>
    isClosed(markdown) && tokensOf(markdown).every(token => replacementOf(token) === null)
  return markdown => {
    const escaped = escapeHtml(markdown)
    if (escaped.length > LONGEST || boundedMarkdown(escaped) !== escaped) return plain(render(markdown).text)
    const replaced = tokensOf(escaped).reduce((text, token) => {
      const replacement = replacementOf(token)
      return replacement === null ? text : text.replace(token.raw, () => replacement)
    }, escaped)
    const fence = isClosed(replaced) ? null : missingFence(replaced)
    const closed = fence === null ? replaced : `${replaced}\n${fence}`
    return isClean(closed) ? closed : plain(render(markdown).text)
  }
}

/** What stands in place of a definition, of a link by reference, and of a link or an image that leads nowhere else; null for any other part. */
function replacementOf(token: Token): string | null {
  if (token.type === 'def') return ''
  if (token.type === 'image') return token.text
  if (token.type !== 'link') return null
  if (!MAY_LEAD.test(token.href)) return token.text
  const isByReference = token.raw.startsWith('[') && !token.raw.endsWith(')')
  return isByReference ? `[${token.text}](<${token.href.replace(/[<>\s]/g, encodeURIComponent)}>)` : null
}

/** Plain text as Markdown. */
const plain = (text: string): string =>
  text
    .replace(/[\\`*_[\]<>#|~&!]/g, '\\$&')
    .replace(/^(\s*)([-+=])/gm, '$1\\$2')
    .replace(/^(\s*\d+)([.)])/gm, '$1\\$2')
