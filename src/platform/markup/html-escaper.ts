import type { Token } from 'markdown-it'
import { memoizeOnce } from '#platform/cache.ts'
import { markdownParser } from './markdown.ts'

/** What may begin a tag, a comment or a declaration (CommonMark §6.6). */
const OPENING = /<(?=[a-z/!?])/gi
/** Matches what may begin a tag outside of code, except addresses in angle brackets. */
const OPENING_TAG = /<(?=[a-z/!?])(?!(?:https?|mailto):|[\w.+-]+@)/gi
const CODE = /(`+[^`]*`+)/

/** A longer text is not parsed. */
const LONGEST = 200_000

/** The blocks of a text with what is in them. */
export const tokensIn = (blocks: readonly Token[]): Token[] =>
  blocks.flatMap(block => [block, ...(block.children ?? [])])

/** Whether a reader may take the part for raw HTML. A comment that never ends is text, but not for every reader. */
const isHtml = ({ type, content }: Token): boolean =>
  type.startsWith('html_') || (type === 'text' && content.includes('<!--'))

/**
 * Returns a function that shows the raw HTML of Markdown as text, because readers of the result may not sanitise it. Code keeps its angle
 * brackets if every reader certainly takes it for code. Loads the parser on first use.
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

/** Escapes with an entity and not with a backslash, because the text may have a backslash there already. */
const escapedOutsideCode = (markdown: string): string =>
  markdown
    .split(CODE)
    .map(part => (part.startsWith('`') ? part : part.replace(OPENING_TAG, '&lt;')))
    .join('')

/** Escapes what may begin HTML in code, too. */
export const allEscaped = (markdown: string): string => markdown.replace(OPENING, '&lt;')
