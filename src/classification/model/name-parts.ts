import { isCapital, isSmall, LOWER } from '#kit/letters.ts'
import { lettersOf, type Stretch } from '#kit/stretch.ts'

/** Longer parts are none. */
const LONGEST = 19
const SHORTEST = 2

const codes = new Uint16Array(LONGEST)
const stretch: Stretch = { codes, from: 0, to: 0 }

/**
 * Goes through the words in a name or path, of ASCII letters in lower case, camel case taken apart. The stretch is used again for the
 * next, also by whoever goes through another name meanwhile.
 */
export function eachPart(name: string, met: (part: Stretch) => void): void {
  let length = 0
  let before = 0
  for (let at = 0; at <= name.length; at++) {
    const code = at < name.length ? name.charCodeAt(at) : 0
    const capital = isCapital(code)
    if (length > 0 && !(capital ? isCapital(before) : isSmall(code))) {
      if (length >= SHORTEST && length <= LONGEST) {
        stretch.to = length
        met(stretch)
      }
      length = 0
    }
    if (capital || isSmall(code)) {
      if (length < LONGEST) codes[length] = code | LOWER
      length++
    }
    before = code
  }
}

/** The same words as texts. */
export function partsOf(name: string): string[] {
  const parts: string[] = []
  eachPart(name, part => parts.push(lettersOf(part)))
  return parts
}
