/** Where something stands among the characters of a text. */
export interface Stretch {
  codes: Uint16Array
  from: number
  to: number
}

/** Characters side by side: to ask a string for each takes longer the more kinds of strings the engine has met there. */
let characters = Buffer.alloc(4_096)
let codes = codesIn(characters)

/** A text's characters. They are written over by those of the next. */
export function spread(text: string): Stretch {
  const written = characters.write(text, 'utf16le')
  if (written < characters.length) return { codes, from: 0, to: written / 2 }
  characters = Buffer.alloc(2 * characters.length)
  codes = codesIn(characters)
  return spread(text)
}

function codesIn({ buffer, byteOffset, length }: Buffer): Uint16Array {
  return new Uint16Array(buffer, byteOffset, length / 2)
}

/** As a string of its own: a part of the text would keep all of it in memory. */
export function lettersOf({ codes, from, to }: Stretch): string {
  const letters: number[] = []
  for (let at = from; at < to; at++) letters.push(codes[at] as number)
  return String.fromCharCode(...letters)
}
