/**
 * Characters that XML 1.0 §2.2 forbids (C0 controls but tab, line feed and carriage return; U+FFFE and U+FFFF) and the C1
 * controls, which no reader shows.
 */
const FORBIDDEN = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\uFFFE\uFFFF]/g

/** Matches only text that may need cleaning: most text is plain ASCII. */
const UNCLEAR = /[^\n\t -~]/
const UNEVEN = /[^ -~]| {2}|^ | $/

/** Cleans untrusted text: well-formed UTF-16, no control or hidden characters, `\n` line ends. */
export function safeText(text: string): string {
  if (!UNCLEAR.test(text)) return text
  return withoutHidden(text.toWellFormed().replace(/\r\n?/g, '\n').replace(FORBIDDEN, ''))
}

/** Cleans untrusted text and folds all white space to single spaces, so that it is one line. */
export const safeLine = (text: string): string =>
  UNEVEN.test(text) ? safeText(text).replace(/\s+/g, ' ').trim() : text

/** Folds all white space to single spaces and trims the ends. */
export const singleSpaced = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** Cleans an untrusted path. Keeps the number of spaces, since a path may contain several. */
export const safePath = (path: string): string => safeText(path).replace(/\s/g, ' ')

/** Cleans an untrusted address: as the URL parser writes it, which is plain ASCII. Null for one that is not of http or https. */
export function safeAddress(text: string | null): string | null {
  const url = URL.parse(text ?? '')
  return url && /^https?:$/.test(url.protocol) ? url.href : null
}

/** Cuts a text to `limit` UTF-16 units, the ellipsis included, without splitting a surrogate pair. */
export function clip(text: string, limit: number): string {
  if (text.length <= limit) return text
  return `${text
    .slice(0, limit - 1)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trimEnd()}…`
}

/**
 * Invisible characters: default ignorable ones (joiners, variation selectors, bidirectional controls, tags, fillers), the Braille
 * blank and annotation marks. They can carry text that a program reads and a person does not see.
 */
const HIDDEN = /[\p{DI}\u2800\uFFF9-\uFFFB]/u
const HIDDEN_RUN = /[\p{DI}\u2800\uFFF9-\uFFFB]+/gu

/** Hidden characters that look like a space. */
const BLANK = /[\u2800\u3164\uFFA0]/

const ANY = /(?:)/u
const EMOJI = /[\p{ExtPict}\p{EMod}]/u
const ARABIC = /[\p{scx=Arab}\p{scx=Syrc}\p{scx=Nkoo}\p{scx=Mong}\p{scx=Adlm}\p{scx=Mand}\p{scx=Rohg}]/u
const INDIC =
  /[\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tibt}\p{scx=Newa}\p{scx=Bali}\p{scx=Java}]/u
const VIRAMA = /[\u094D\u09CD\u0A4D\u0ACD\u0B4D\u0BCD\u0C4D\u0CCD\u0D4D\u0DCA\u1039\u103A\u17D2]/
const MONGOLIAN = /\p{Script=Mong}/u
const BRAILLE = /[\u2801-\u28FF]/

/** Where a hidden character changes what is shown: the character, what precedes it, what follows it. */
const NEEDED: readonly [sign: RegExp, before: RegExp, after: RegExp][] = [
  [/\u200D/, EMOJI, EMOJI],
  [/[\uFE0E\uFE0F]/, /\p{ExtPict}/u, ANY],
  [/\uFE0F/, /[0-9#*]/, /\u20E3/],
  [/[\u200C\u200D]/, ARABIC, ARABIC],
  [/[\u200C\u200D]/, INDIC, INDIC],
  [/[\u200C\u200D]/, VIRAMA, ANY],
  [/[\uFE00-\uFE02\u{E0100}-\u{E01EF}]/u, /\p{Script=Han}/u, ANY],
  [/[\u180B-\u180D\u180F]/, MONGOLIAN, ANY],
  [/\u180E/, MONGOLIAN, MONGOLIAN],
  [/\u115F/, ANY, /[\u1160-\u11A7]/],
  [/\u1160/, /[\u1100-\u115E]/, /[\u11A8-\u11FF]/],
  [/\u034F/, /\p{M}/u, /\p{M}/u],
  [/\u2800/, BRAILLE, BRAILLE],
]

/** Removes hidden characters, except where emoji and some scripts need one. */
function withoutHidden(text: string): string {
  if (!HIDDEN.test(text)) return text
  return text.replace(HIDDEN_RUN, (run, at: number) => {
    const before = lastOf(text.slice(Math.max(0, at - 2), at))
    const after = firstOf(text.slice(at + run.length, at + run.length + 2))
    return neededCharacters(run, before, after) || (BLANK.test(run) ? ' ' : '')
  })
}

const firstOf = (text: string): string => [...text][0] ?? ''
const lastOf = (text: string): string => [...text].at(-1) ?? ''

/** The only needed pair: an emoji selector and a joiner, as in ❤️‍🔥. */
const SELECTOR_AND_JOINER = '\uFE0F\u200D'

function neededCharacters(run: string, before: string, after: string): string {
  if (run === SELECTOR_AND_JOINER && EMOJI.test(before) && EMOJI.test(after)) return run
  const first = firstOf(run)
  const isNeeded = NEEDED.some(
    ([sign, left, right]) => sign.test(first) && left.test(before) && right.test(after),
  )
  return isNeeded ? first : ''
}
