const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' }
/** A tag with no attributes is most often talked about (`<Button>`); one with attributes is markup. */
const SPOKEN_TAG = /(?<=^|[\s("'])<\/?[A-Za-z][\w.-]*\s*\/?>|[\w./-]+<[A-Za-z][\w.-]*>[\w./-]*/g
const TAG = /<\/?[a-z][^<>]*>|<!--[\s\S]*?(?:-->|$)/gi
const BREAK =
  /<\/?(?:br|p|div|details|summary|table|tr|td|th|tbody|thead|ul|ol|li|hr|h[1-6]|blockquote)\s*\/?>/gi
const INLINE =
  /<\/?(?:b|i|u|em|strong|sub|sup|kbd|span|center|a|img|picture|source|video|font|small)\s*\/?>/gi

/** One line of Markdown as plain text; code spans stay in their backticks. No link, tag or image survives, only their words. */
export function plainLine(markdown: string): string {
  if (!/[`*_[\]<>&\\~!\u0001]/.test(markdown)) return tidy(markdown)
  const spans: string[] = []
  const keep = (code: string) => `\u0001${spans.push(code) - 1}\u0001`
  const text = markdown
    .replace(/\u0001/g, '')
    .replace(/(`+)(.*?[^`])\1(?!`)/g, (_, _ticks, code: string) => keep(codeSpan(code)))
    .replace(/`/g, '')
    .replace(/!\[[^\]]*\]\([^)]*\)/g, '')
    .replace(/\[([^[\]]*)\](?:\([^()]*(?:\([^()]*\)[^()]*)*\)|\[\d*\])/g, '$1')
    .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => ENTITIES[name] ?? '')
    .replace(/<sup>([^<]{1,12})<\/sup>/gi, '^$1')
    .replace(BREAK, ' ')
    .replace(INLINE, '')
    .replace(SPOKEN_TAG, tag => keep(codeSpan(tag)))
    .replace(TAG, ' ')
    .replace(/(\*\*|~~)(?=\S)(.+?)\1/g, '$2')
    .replace(/(^|[\s(])\*([^\s*](?:[^*]*[^\s*])?)\*(?=[\s.,;:!?)]|$)/g, '$1$2')
    .replace(/(^|[\s(])_([^\s_](?:[^_]*[^\s_])?)_(?=[\s.,;:!?)]|$)/g, '$1$2')
    .replace(/\\([\\`*_{}[\]()#+.!~>-])/g, '$1')
  return tidy(restored(text, spans))
}

const codeSpan = (code: string) => `\`${code.trim()}\``

const restored = (text: string, spans: string[]) =>
  text.replace(/\u0001(\d+)\u0001/g, (_, at) => spans[Number(at)] ?? '')

/** Single spaces, none before punctuation, no empty brackets. */
export const tidy = (text: string): string =>
  text
    .replace(/(^|\s)[([]\s*[)\]](?=\s|$)/g, '$1')
    .replace(/\s+/g, ' ')
    .replace(/ (?=[,;:.!?](?:\s|$))/g, '')
    .trim()
