/** Longer words are not kept. */
const LONGEST = 24
/** A power of two, so that a hash becomes a place by cutting bits off. */
const PLACES = 2 ** 15
/** A word stands at most this far behind the place that its hash names: whoever makes up words that share one gains nothing. */
const NEAR = 4

/** Where a word stands among the characters of a text. */
export interface Stretch {
  codes: Uint16Array
  from: number
  to: number
}

/**
 * Keeps what is known about words, found by their characters where they stand. A Map would need each word cut out first and made a
 * string that the engine has only once, which takes several times as long. What is found agrees in every character; where there is
 * no room near by, a word takes the place of another.
 */
export class WordTable<T extends object> {
  private readonly answer: (word: string) => T
  private readonly hashes = new Int32Array(PLACES)
  /** Zero where no word stands. */
  private readonly lengths = new Uint8Array(PLACES)
  private readonly letters = new Uint16Array(PLACES * LONGEST)
  private readonly answers = new Array<T | undefined>(PLACES).fill(undefined)
  private turn = 0

  constructor(answer: (word: string) => T) {
    this.answer = answer
  }

  of(word: Stretch): T {
    if (word.to - word.from > LONGEST) return this.answer(lettersOf(word))
    const hash = hashOf(word)
    for (let near = 0; near < NEAR; near++) {
      const place = placeOf(hash, near)
      if (this.hashes[place] === hash && this.stands(word, place)) return this.answers[place] as T
    }
    return this.enter(word, hash)
  }

  private stands({ codes, from, to }: Stretch, place: number): boolean {
    if (this.lengths[place] !== to - from) return false
    const start = place * LONGEST - from
    for (let at = from; at < to; at++) if (this.letters[start + at] !== codes[at]) return false
    return true
  }

  private enter(word: Stretch, hash: number): T {
    const place = this.roomFor(hash)
    this.letters.set(word.codes.subarray(word.from, word.to), place * LONGEST)
    this.hashes[place] = hash
    this.lengths[place] = word.to - word.from
    const fresh = this.answer(lettersOf(word))
    this.answers[place] = fresh
    return fresh
  }

  private roomFor(hash: number): number {
    for (let near = 0; near < NEAR; near++) {
      const place = placeOf(hash, near)
      if (this.lengths[place] === 0) return place
    }
    this.turn++
    return placeOf(hash, this.turn % NEAR)
  }
}

/** FNV-1a. */
function hashOf({ codes, from, to }: Stretch): number {
  let hash = 0x811c9dc5 | 0
  for (let at = from; at < to; at++) hash = Math.imul(hash ^ (codes[at] as number), 0x01000193)
  return hash
}

const placeOf = (hash: number, near: number): number => (hash + near) & (PLACES - 1)

/** As a string of its own: a part of the text would keep all of it in memory. */
const lettersOf = ({ codes, from, to }: Stretch): string => String.fromCharCode(...codes.subarray(from, to))
