import { diffWords } from '#platform/diff.ts'
import { htmlEscaper } from '#platform/markup/html-escaper.ts'
import { markdownRenderer } from '#platform/markup/markdown.ts'

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
  async difference({ earlier, later }: { earlier: string; later: string }, begin: () => void) {
    begin()
    return diffWords(earlier, later)
  },
}

export type RenderingTasks = typeof renderingTasks
