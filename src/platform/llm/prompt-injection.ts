import { HINTS, INJECTION_PATTERNS } from './prompt-injection-patterns.ts'

/** The sentences that speak to a language model, as they stand in the text; the whole text where only all of it together does. */
export const promptInjectionsIn = (text: string): string[] => passagesWith(INJECTION_PATTERNS, text)

/** The text without what speaks to a language model, or may be meant for one. */
export function withoutPromptInjections(text: string): string {
  const found = passagesWith([...INJECTION_PATTERNS, ...HINTS], text)
  return without(text, found).trim()
}

function passagesWith(patterns: readonly RegExp[], text: string): string[] {
  const found = passagesOf(text).filter(passage => matches(patterns, passage))
  return matches(INJECTION_PATTERNS, without(text, found)) ? [text] : found
}

const matches = (patterns: readonly RegExp[], text: string): boolean =>
  foldings(text).some(folded => patterns.some(pattern => pattern.test(folded)))

/** Lines, and the sentences of each. */
const passagesOf = (text: string): string[] =>
  text.split(/\n|(?<=[.!?。！？])\s+/).filter(passage => passage.trim() !== '')

const without = (text: string, passages: readonly string[]): string =>
  passages.reduce((left, passage) => left.replaceAll(passage, ''), text)

/** Letters of other scripts that look like Latin ones. */
const LOOKALIKES = new Map(
  [...'аaеeоoрpсcуyхxіiѕsјjһhԁdɡgӏlвbкkмmнhтtαaεeιiοoρpτtυuνvκkωw'.matchAll(/(.)(.)/gu)].map(
    ([, from = '', to = '']) => [from, to],
  ),
)
const DIGITS: Record<string, string> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', '@': 'a', $: 's' }

/** The readings of a text by which it may be meant: as written, in plain letters, spaced letters joined, digits as letters, backwards, decoded. */
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

/** Compatibility forms resolved, accents and unseen characters dropped, lower case, marks of emphasis gone. */
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

/** What is hidden in encodings that models read with ease, as far as it is text. */
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
  return [...base64.filter(isText), ...hex.filter(isText), ...escapes, turned(text)]
}

const isText = (text: string): boolean => /^[\t\n\r\x20-\x7E\u00A0-\uFFFC]{8,}$/.test(text)

const unescaped = (text: string): string =>
  text
    .replace(/&#(\d+);/g, (_, code: string) => character(Number(code)))
    .replace(/(?:&#x|\\u|\\x|%)([0-9a-f]{2,4});?/gi, (_, code: string) =>
      character(Number.parseInt(code, 16)),
    )

const character = (code: number): string => (code <= 0x10ffff ? String.fromCodePoint(code) : '')

/** ROT13, which undoes itself. */
const turned = (text: string): string =>
  text.replace(/[a-z]/gi, letter => {
    const start = letter <= 'Z' ? 65 : 97
    return String.fromCharCode(((letter.charCodeAt(0) - start + 13) % 26) + start)
  })
