import type { Token } from 'markdown-it'
import { memoizeOnce } from '#platform/cache.ts'
import { markdownParser } from './markdown.ts'

/** What may begin a tag, a comment or a declaration (CommonMark §6.6). */
const OPENING = /<(?=[a-z/!?])/gi
/** Outside code, what begins one and is no address in angle brackets. */
const OPENING_TAG = /<(?=[a-z/!?])(?!(?:https?|mailto):|[\w.+-]+@)/gi
const CODE = /(`+[^`]*`+)/

/** A longer text is not parsed. */
const LONGEST = 200_000

/** The blocks of a text with what is in them. */
export const tokensIn = (blocks: readonly Token[]): Token[] =>
  blocks.flatMap(block => [block, ...(block.children ?? [])])

/** Whether a reader may take the part for raw HTML. A comment that never ends is text, but not to every reader. */
const isHtml = ({ type, content }: Token): boolean =>
  type.startsWith('html_') || (type === 'text' && content.includes('<!--'))

/**
 * Gives Markdown in which raw HTML is shown as text: whoever renders it may not sanitise it. Code keeps its angle brackets where it is
 * certain that every reader takes it for code. Loads the parser on first use.
 */
export const htmlEscaper = memoizeOnce(async (): Promise<(markdown: string) => string> => {
  const parser = await markdownParser()
  const hasHtml = (markdown: string): boolean =>
    markdown.search(OPENING) !== -1 &&
    (markdown.length > LONGEST || tokensIn(parser.parse(markdown, {})).some(isHtml))
  return markdown => {
    if (!hasHtml(markdown)) return markdown
    const outsideCode = escapedOutsideCode(markdown)
    return hasHtml(outsideCode) ? allEscaped(markdown) : outsideCode
  }
})

/** An entity and no backslash: the text may have a backslash there already. */
const escapedOutsideCode = (markdown: string): string =>
  markdown
    .split(CODE)
    .map(part => (part.startsWith('`') ? part : part.replace(OPENING_TAG, '&lt;')))
    .join('')

/** Escapes what may begin HTML in code, too. */
export const allEscaped = (markdown: string): string => markdown.replace(OPENING, '&lt;')
