const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const SPECIAL = /[&<>"']/

/** For text between tags and in quoted attributes, of HTML and of XML alike. */
export const escapeMarkup = (text: string): string =>
  // Most texts need nothing, and asking costs a tenth of replacing.
  SPECIAL.test(text) ? text.replace(/[&<>"']/g, character => ESCAPES[character] ?? character) : text

/** Text as Markdown that shows just that text: characters with a meaning are escaped, code spans stay code. */
export function escapeMarkdown(text: string): string {
  return text
    .split(/(`+[^`]*`+)/)
    .map(part => (part.startsWith('`') ? part : part.replace(/[\\*[\]<>~|]|(?<!\w)_|_(?!\w)/g, '\\$&')))
    .join('')
}

/** The words of a Markdown heading, from what stands behind its opening marks: without the closing ones. */
export const headingText = (rest: string): string => rest.replace(/(?<![\s#])[\s#]+$/, '').trim()

/** Without `<!-- … -->`: what a template tells its authors is not what they wrote. One that never ends hides the rest. */
export const withoutComments = (text: string): string =>
  withoutStretches(text, '<!--', open => {
    const close = text.indexOf('-->', open)
    return close === -1 ? -1 : close + 3
  })

/** Without what begins with `opening` and goes up to where `endOf` its place says, which is to the end where that is -1. */
export function withoutStretches(text: string, opening: string, endOf: (open: number) => number): string {
  let kept = ''
  let from = 0
  for (let open = text.indexOf(opening); open !== -1; open = text.indexOf(opening, from)) {
    kept += text.slice(from, open)
    from = endOf(open)
    if (from === -1) return kept
  }
  return kept + text.slice(from)
}
