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
