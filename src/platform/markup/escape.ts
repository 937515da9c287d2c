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
