const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** For text between tags and in quoted attributes, of HTML and of XML alike. */
export const escapeMarkup = (text: string): string =>
  text.replace(/[&<>"']/g, character => ESCAPES[character] ?? character)
