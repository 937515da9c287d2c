import { memoizeOnce } from '#platform/cache.ts'
import { diffWords } from '#platform/diff.ts'
import { htmlEscaper, tokensIn } from '#platform/markup/html-escaper.ts'
import { htmlReader } from '#platform/markup/html-to-markdown.ts'
import { markdownParser, markdownRenderer } from '#platform/markup/markdown.ts'
import { withoutHiddenReferences } from '#platform/markup/markup.ts'

/** The tasks of the thread that renders untrusted text. */
export const renderingTasks = {
  async markdown(sources: readonly string[], begin: () => void) {
    const render = await markdownRenderer()
    begin()
    return sources.map(render)
  },
  async withoutHtml(markdown: string, begin: () => void) {
    const escaper = await htmlEscaper()
    begin()
    return escaper(markdown)
  },
  async standalone({ markdown, level }: { markdown: string; level: number }, begin: () => void) {
    const write = await standaloneMarkdown()
    begin()
    return write(markdown, level)
  },
  async difference({ earlier, later }: { earlier: string; later: string }, begin: () => void) {
    begin()
    return diffWords(earlier, later)
  },
}

export type RenderingTasks = typeof renderingTasks

/** A longer text is not parsed. */
const LONGEST = 200_000
const AFTERWARDS = 'What comes afterwards'
const MAY_LEAD = /^(?:https?:\/\/|mailto:)/i

/** Rewrites Markdown for a place below a heading of this level. */
type MarkdownWriter = (markdown: string, level: number) => string

/**
 * Returns a function that makes Markdown which can be followed by other Markdown: raw HTML becomes text, blocks of code are closed,
 * headings are moved below that of the place, and definitions, images, hidden characters and unsafe links are removed. A text that is like
 * that already stays unchanged; any other is written anew from its HTML.
 */
export const standaloneMarkdown = memoizeOnce(async (): Promise<MarkdownWriter> => {
  const [parser, escapeHtml, render, toMarkdown] = await Promise.all([
    markdownParser(),
    htmlEscaper(),
    markdownRenderer(),
    htmlReader(),
  ])
  const isStandalone = (markdown: string, level: number): boolean => {
    const references = {}
    const blocks = parser.parse(`${markdown}\n\n# ${AFTERWARDS}`, { references })
    const [own, last] = [blocks.slice(0, -3), blocks.at(-2)]
    return (
      last?.content === AFTERWARDS &&
      last.level === 1 &&
      Object.keys(references).length === 0 &&
      tokensIn(own).every(
        part =>
          part.type !== 'image' &&
          (part.type !== 'heading_open' || Number(part.tag.slice(1)) > Math.min(5, level)) &&
          (part.type !== 'link_open' || MAY_LEAD.test(String(part.attrGet('href')))),
      )
    )
  }
  return (written, level) => {
    const markdown = escapeHtml(withoutHiddenReferences(written))
    if (markdown.length <= LONGEST && isStandalone(markdown, level)) return markdown
    const { html } = render(markdown.slice(0, LONGEST))
    return toMarkdown(
      html.replace(/(<\/?h)([2-6])>/g, (_, tag, depth) => `${tag}${Math.min(6, Number(depth) + level - 1)}>`),
    )
  }
})
