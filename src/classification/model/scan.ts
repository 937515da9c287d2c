import { isLetter, isSpace } from '#kit/letters.ts'
import { type Stretch, spread } from '#kit/stretch.ts'

/** What counts as a word, from where it begins. */
export const WORD =
  /<email>|`[^`\n]{1,80}`|https?:\/\/\S+|#\d+|v?\d+(?:\.\d+)+\S*|[A-Za-z][A-Za-z0-9]*(?:[_'’-][A-Za-z0-9]+)*|\d+/y

/**
 * Goes through the words of a text in order, while `met` returns true. The stretch is used again for the next. Most words are plain,
 * and only the others need the pattern.
 */
export function scan(text: string, met: (word: Stretch) => boolean): void {
  const stretch = spread(text)
  const { codes, to: length } = stretch
  let from = 0
  while (from < length) {
    let to = from
    while (to < length && isLetter(codes[to] as number)) to++
    const next = to < length ? (codes[to] as number) : END
    if (to > from ? mayGoOn(next) : mayBegin(next)) to = endOf(text, from)
    stretch.from = from
    stretch.to = to
    if (to > from && !met(stretch)) return
    from = Math.max(to, from + 1)
  }
}

/** How many stretches of spaces a text has, or of anything else. */
export function stretchesIn(text: string, ofSpaces: boolean): number {
  const { codes, to: length } = spread(text)
  let stretches = 0
  let before = !ofSpaces
  for (let at = 0; at < length; at++) {
    const here = isSpace(codes[at] as number)
    if (here === ofSpaces && before !== ofSpaces) stretches++
    before = here
  }
  return stretches
}

/** Of the word that begins there; where none does, the same place. */
function endOf(text: string, from: number): number {
  WORD.lastIndex = from
  return WORD.test(text) ? WORD.lastIndex : from
}

/** Of no character. */
const END = 0
const APOSTROPHE = '’'.charCodeAt(0)

const MARKED = 128

/** By code, of the first characters: 1 for those in the list. */
function marks(list: string): Uint8Array {
  const marked = new Uint8Array(MARKED)
  for (const sign of list) marked[sign.charCodeAt(0)] = 1
  return marked
}

const BEGINNING = marks('<`#0123456789')
const GOING_ON = marks("_'-:0123456789")
/** Other than letters. */
const mayBegin = (code: number): boolean => code < MARKED && BEGINNING[code] === 1
/** Behind letters: they are no plain word then, or only the beginning of a link. */
const mayGoOn = (code: number): boolean => (code < MARKED ? GOING_ON[code] === 1 : code === APOSTROPHE)
