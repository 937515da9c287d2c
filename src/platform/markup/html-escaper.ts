import { memoizeOnce } from '#platform/cache.ts'
import { linearAutolinks } from './autolinks.ts'
import { boundedMarkdown } from './bounded-markdown.ts'

/** What may begin a tag, a comment or a declaration (CommonMark §6.6). */
const OPENING = /<(?=[a-z/!?])/gi
/** Outside code, what begins one and is no address in angle brackets. */
const OPENING_TAG = /<(?=[a-z/!?])(?!(?:https?|mailto):|[\w.+-]+@)/gi
const CODE = /(`+[^`]*`+)/

/** A longer text is not parsed. */
const LONGEST = 200_000

/**
 * Gives Markdown in which raw HTML is shown as text: whoever renders it may not sanitise it. Code keeps its angle brackets where it is
 * certain that every reader takes it for code. Loads the parser on first use.
 */
export const htmlEscaper = memoizeOnce(load)

async function load(): Promise<(markdown: string) => string> {
  const { Marked } = await import('marked')
  const marked = new Marked({ gfm: true })
  marked.use(linearAutolinks)
  const hasHtml = (markdown: string): boolean => {
    if (markdown.search(OPENING) === -1) return false
    // It would take long to parse, and what is parsed in its place may have other tags.
    if (markdown.length > LONGEST || boundedMarkdown(markdown) !== markdown) return true
    let found = false
    marked.walkTokens(marked.lexer(markdown), token => {
      // A comment that never ends is text, but not to every reader.
      found ||= token.type === 'html' || (token.type === 'text' && token.raw.includes('<!--'))
    })
    return found
  }
  return markdown => {
    if (!hasHtml(markdown)) return markdown
    const outsideCode = escapedOutsideCode(markdown)
    return hasHtml(outsideCode) ? allEscaped(markdown) : outsideCode
  }
}

/** An entity and no backslash: the text may have a backslash there already. */
const escapedOutsideCode = (markdown: string): string =>
  markdown
    .split(CODE)
    .map(part => (part.startsWith('`') ? part : part.replace(OPENING_TAG, '&lt;')))
    .join('')

/** Escapes what may begin HTML in code, too. */
export const allEscaped = (markdown: string): string => markdown.replace(OPENING, '&lt;')
