const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' }
/** A tag with no attributes is most often talked about (`<Button>`); one with attributes is markup. */
const SPOKEN_TAG =
  /(?<=^|[\s("'])<\/?[A-Za-z][\w.:-]*\s*\/?>|(?<![\w./=-])[\w./=-]+<[A-Za-z][\w.-]*>[\w./-]*/g
/** A type with several parameters, or with one that has its own: `Partial<Record<string, number>>`. */
const GENERIC =
  /(?<![\w.])[A-Za-z][\w.]{0,60}<(?![A-Za-z][\w.-]*>)[\w.[\]?'":,|& ]{1,80}(?:<[\w.[\]?'":,|& ]{1,80}>)?>/g
const TAG = /<\/?[a-z][^<>]*>|<!--[\s\S]*?(?:-->|$)/gi
/** A tag that was escaped is talked about. */
const ESCAPED_TAG = /&lt;(\/?[a-z][^<>&`]{0,80})&gt;/gi
const BREAK =
  /<\/?(?:br|p|div|details|summary|table|tr|td|th|tbody|thead|ul|ol|li|hr|h[1-6]|blockquote)\s*\/?>/gi
const INLINE =
  /<\/?(?:b|i|u|em|strong|sub|sup|kbd|span|center|a|img|picture|source|video|font|small)\s*\/?>/gi

const BARE_TAG = /(?<![^\s("'#+])<\/?(?!img\s)([a-z][\w-]*)(?:\s[^<>]{0,80})?\/?>(?![\w./])/gi

/** A title with the tags that it speaks of as code: those that stand alone, and so are no markup of its own, as a picture is. */
export const withSpokenTags = (title: string): string =>
  title.includes('<')
    ? outsideCode(title, prose => {
        const names = prose.matchAll(BARE_TAG)
        const named = Map.groupBy(names, ([, name = '']) => name)
        return prose.replace(BARE_TAG, (tag, name: string) =>
          named.get(name)?.length === 1 ? `\`${tag}\`` : tag,
        )
      })
    : title

/** One line of Markdown as plain text; code spans stay in their backticks. No link, tag or image survives, only their words. */
export function plainLine(markdown: string): string {
  if (!/[`*_[\]<>&\\~!\u0001]/.test(markdown)) return tidy(markdown)
  const spans: string[] = []
  const keep = (code: string) => `\u0001${spans.push(code) - 1}\u0001`
  const text = replaceCode(markdown.replaceAll('\u0001', ''), code => keep(codeSpan(code))).replaceAll(
    '`',
    '',
  )
  const decoded = withoutLinks(text.replace(ESCAPED_TAG, (_, tag: string) => keep(`\`<${tag}>\``))).replace(
    /&(amp|lt|gt|quot|#39|nbsp);/g,
    (_, name: string) => ENTITIES[name] ?? '',
  )
  const words = withoutEmphasis(withoutTags(decoded, keep)).replace(/\\([\\`*_{}[\]()#+.!~>-])/g, '$1')
  return tidy(restored(words, spans))
}

// Few lines hold markup of more than one kind, so each is looked for by the sign that it begins with.

const withoutLinks = (text: string): string =>
  text.includes('[')
    ? text
        .replace(/!\[[^[\]]*\]\([^()]*(?:\([^()]*\)[^()]*)*\)/g, '')
        .replace(/\[([^[\]]*)\](?:\([^()]*(?:\([^()]*\)[^()]*)*\)|\[\d*\])/g, '$1')
    : text

const withoutTags = (text: string, keep: (code: string) => string): string =>
  text.includes('<')
    ? text
        .replace(/<sup>([^<]{1,12})<\/sup>/gi, '^$1')
        .replace(BREAK, ' ')
        .replace(INLINE, '')
        .replace(GENERIC, type => keep(codeSpan(type)))
        .replace(SPOKEN_TAG, tag => keep(codeSpan(tag)))
        .replace(TAG, ' ')
    : text

const withoutEmphasis = (text: string): string =>
  /[*~_]/.test(text)
    ? text
        .replace(/(\*\*|~~)(?=\S)(.+?)\1/g, '$2')
        .replace(/(^|[\s(])\*([^\s*](?:[^*]*[^\s*])?)\*(?=[\s.,;:!?)]|$)/g, '$1$2')
        .replace(/(^|[\s(])_([^\s_](?:[^_]*[^\s_])?)_(?=[\s.,;:!?)]|$)/g, '$1$2')
    : text

const codeSpan = (code: string) => `\`${code.trim()}\``

const restored = (text: string, spans: string[]) =>
  text.replace(/\u0001(\d+)\u0001/g, (_, at) => spans[Number(at)] ?? '')

/** White space or an opening bracket with what cannot follow it in a tidy text, and white space other than a space. */
const UNTIDY = /[\s([][\s,;:.!?)\]]|[^\S ]/

/** Single spaces, none before punctuation, no empty brackets. Most texts are so already, which one look tells. */
export const tidy = (text: string): string =>
  UNTIDY.test(text)
    ? text
        .replace(/(^|\s)[([]\s*[)\]](?=\s|$)/g, '$1')
        .replace(/\s+/g, ' ')
        .replace(/ (?=[,;:.](?:\s|$)|[!?]$)/g, '')
        .trim()
    : text.trim()

/** The text with `change` applied to all of it except code spans. */
const outsideCode = (text: string, change: (prose: string) => string): string =>
  text.includes('`')
    ? text
        .split(/(`[^`]*`)/)
        .map((part, at) => (at % 2 === 1 ? part : change(part)))
        .join('')
    : change(text)

/**
 * The text with `change` made to the code of each span, as CommonMark reads them: a run of backticks opens a span when a later run is as
 * long. Other runs stay. One pass from either end.
 */
function replaceCode(text: string, change: (code: string) => string): string {
  const runs = [...text.matchAll(/`+/g)].map(({ index, 0: { length } }) => ({ index, length }))
  const closings = closingRuns(runs)
  let written = ''
  let from = 0
  for (let at = 0; at < runs.length; at++) {
    const open = runs[at]
    const next = closings[at]
    const close = next === undefined ? undefined : runs[next]
    if (!open || next === undefined || !close) continue
    written += text.slice(from, open.index) + change(text.slice(open.index + open.length, close.index))
    from = close.index + close.length
    at = next
  }
  return written + text.slice(from)
}

/** For each run of backticks the place of the next one of its length. */
function closingRuns(runs: readonly { length: number }[]): (number | undefined)[] {
  const nearest = new Map<number, number>()
  return runs
    .map(({ length }, at) => ({ length, at }))
    .toReversed()
    .map(({ length, at }) => {
      const next = nearest.get(length)
      nearest.set(length, at)
      return next
    })
    .toReversed()
}

/** The text with `change` made to it while its code spans are hidden behind a sign that no word holds. */
export function withoutCodeSpans(text: string, change: (hidden: string) => string): string {
  if (!text.includes('`')) return change(text)
  const spans: string[] = []
  const hidden = text
    .replaceAll('\u0001', '')
    .replace(/`[^`]*`/g, span => `\u0001${spans.push(span) - 1}\u0001`)
  return restored(change(hidden), spans)
}

/** For looking at words: with signs in place of letters in code, so that no word of code is taken for one of the sentence. */
export const withCodeBlanked = (text: string): string =>
  text.includes('`') ? text.replace(/`[^`]*`/g, code => code.replace(/[\p{L}\p{N}]/gu, '#')) : text

/** Says nothing outside code spans. */
export const isOnlyCode = (text: string): boolean => !/\p{L}/u.test(withCodeBlanked(text))

/** Without the mark of a list, as a commit's subject has it that is a line of one, or that marks a fix with `!` and an addition with `+`. */
export const withoutListMark = (line: string): string => line.replace(/^\s*[*•–+!^-]\s+(?=\S)/, '')
