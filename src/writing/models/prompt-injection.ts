import { HINTS, INJECTION_PATTERNS } from './prompt-injection-patterns.ts'

/** One expression for all patterns: a text is then read once for each of its foldings, not once for each pattern. */
const INJECTION = new RegExp(INJECTION_PATTERNS.map(({ source }) => `(?:${source})`).join('|'))

/** The passages that instruct a language model, as written; the whole text if only all of it together matches. */
export const promptInjectionsIn = (text: string): string[] => passagesWith([INJECTION], text)

/** Removes passages that instruct a language model, or may do so. */
export function withoutPromptInjections(text: string): string {
  const found = passagesWith([INJECTION, ...HINTS], text)
  return without(text, found).trim()
}

/** Removes only the passages that surely instruct a language model. A text without any is returned as it is. */
export function withoutClearPromptInjections(text: string): string {
  const found = promptInjectionsIn(text)
  return found.length === 0 ? text : without(text, found).trim()
}

function passagesWith(patterns: readonly RegExp[], text: string): string[] {
  const passages = passagesOf(text)
  // A pattern that matches one of the lines matches them all together, and most texts match none.
  if (!matches(patterns, passages.join('\n'))) return []
  const found = passages.filter(passage => matches(patterns, passage))
  return matches([INJECTION], without(text, found)) ? [text] : found
}

const matches = (patterns: readonly RegExp[], text: string): boolean =>
  foldings(text).some(folded => patterns.some(pattern => pattern.test(folded)))

/** Splits a text into sentences, which may be wrapped over lines; an empty line, a list item and a heading begin another. */
const passagesOf = (text: string): string[] =>
  text
    .split(/\n(?=[ \t]{0,12}(?:\n|[-*+#>|]|\d{1,3}[.)]))|(?<=[.!?。！？])\s+/)
    .filter(passage => passage.trim() !== '')

const without = (text: string, passages: readonly string[]): string =>
  passages.reduce((left, passage) => left.replaceAll(passage, ''), text)

/** Letters of other scripts that look like Latin ones. */
const LOOKALIKES = new Map(
  [...'аaеeоoрpсcуyхxіiѕsјjһhԁdɡgӏlвbкkмmнhтtαaεeιiοoρpτtυuνvκkωw'.matchAll(/(.)(.)/gu)].map(
    ([, from = '', to = '']) => [from, to],
  ),
)
const DIGITS: Record<string, string> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', '@': 'a', $: 's' }

/** Normal forms of a text that attackers use to evade patterns: look-alike letters, spaced letters, digits as letters, reversed, encoded. */
export function foldings(text: string): string[] {
  const plain = plainOf(text)
  const readings = [
    text.toLowerCase(),
    plain,
    latinOf(plain),
    joined(text.toLowerCase()),
    leet(plain),
    [...plain].toReversed().join(''),
    ...decoded(text).map(plainOf),
  ]
  return [...new Set(readings)]
}

/** Resolves compatibility forms; drops accents, invisible characters and emphasis marks; lower case. */
const plainOf = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\p{Mn}\p{Cf}\p{DI}\u2800]/gu, '')
    .replace(/[’‘]/g, "'")
    .replace(/[*_~`]+/g, '')
    .replace(/<!--|-->/g, ' ')
    .replace(/[ \t]+/g, ' ')
    .toLowerCase()

const latinOf = (text: string): string =>
  text.replace(/[^\x00-\x7F]/gu, letter => LOOKALIKES.get(letter) ?? letter)

/** "i g n o r e  a l l" and "i-g-n-o-r-e". */
const joined = (text: string): string =>
  text.replace(/\b\p{L}(?:[ .\-_]\p{L}\b){2,}/gu, run => run.replace(/[ .\-_]/g, '')).replace(/\s+/g, ' ')

const leet = (text: string): string => text.replace(/[013457@$]/g, digit => DIGITS[digit] ?? digit)

/** The decoded text of encodings that models read easily: base64, hex, escapes, ROT13. */
function decoded(text: string): string[] {
  const base64 = (text.match(/[A-Za-z0-9+/_-]{24,}={0,2}/g) ?? []).map(run =>
    Buffer.from(run, 'base64').toString(),
  )
  const hex = (text.match(/\b(?:[0-9a-f]{2}[\s:]?){16,}/gi) ?? []).map(run =>
    Buffer.from(run.replace(/[\s:]/g, ''), 'hex').toString(),
  )
  const escapes = /%[0-9a-f]{2}|&#x?[0-9a-f]+;|\\u[0-9a-f]{4}|\\x[0-9a-f]{2}/i.test(text)
    ? [unescaped(text)]
    : []
  return [...base64.filter(isText), ...hex.filter(isText), ...escapes, rot13(text)]
}

const isText = (text: string): boolean => /^[\t\n\r\x20-\x7E\u00A0-\uFFFC]{8,}$/.test(text)

const unescaped = (text: string): string =>
  text
    .replace(/&#(\d+);/g, (_, code: string) => character(Number(code)))
    .replace(/(?:&#x|\\u|\\x|%)([0-9a-f]{2,4});?/gi, (_, code: string) =>
      character(Number.parseInt(code, 16)),
    )

const character = (code: number): string => (code <= 0x10ffff ? String.fromCodePoint(code) : '')

/** ROT13, which is its own inverse. */
function rot13(text: string): string {
  const bytes = Buffer.from(text)
  for (const [at, byte] of bytes.entries()) {
    const start = byte & 0x20 ? 97 : 65
    const place = byte - start
    if (place >= 0 && place < 26) bytes[at] = start + ((place + 13) % 26)
  }
  return bytes.toString()
}
