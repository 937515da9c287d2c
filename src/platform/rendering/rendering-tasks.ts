import { diffWords } from '#platform/diff.ts'
import { htmlEscaper } from '#platform/markup/html-escaper.ts'
import { markdownRenderer } from '#platform/markup/markdown.ts'
import { standaloneMarkdown } from '#platform/markup/standalone-markdown.ts'

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
