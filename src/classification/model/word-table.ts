import { FNV_BASIS, fnv } from '#kit/fnv.ts'

/** Longer words are not kept. */
const LONGEST = 24
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
  /** Cuts bits off a hash: there are as many places as a power of two. */
  private readonly mask: number
  private readonly hashes: Int32Array
  /** Zero where no word stands. */
  private readonly lengths: Uint8Array
  private readonly letters: Uint16Array
  private readonly answers: (T | undefined)[]
  private turn = 0

  constructor(answer: (word: string) => T, bits: number) {
    const places = 2 ** bits
    this.answer = answer
    this.mask = places - 1
    this.hashes = new Int32Array(places)
    this.lengths = new Uint8Array(places)
    this.letters = new Uint16Array(places * LONGEST)
    this.answers = new Array<T | undefined>(places).fill(undefined)
  }

  of(word: Stretch): T {
    if (word.to - word.from > LONGEST) return this.answer(lettersOf(word))
    const hash = hashOf(word)
    for (let near = 0; near < NEAR; near++) {
      const place = this.placeOf(hash, near)
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
      const place = this.placeOf(hash, near)
      if (this.lengths[place] === 0) return place
    }
    this.turn++
    return this.placeOf(hash, this.turn % NEAR)
  }

  private placeOf(hash: number, near: number): number {
    return (hash + near) & this.mask
  }
}

function hashOf({ codes, from, to }: Stretch): number {
  let hash = FNV_BASIS
  for (let at = from; at < to; at++) hash = fnv(hash, codes[at] as number)
  return hash
}

/** As a string of its own: a part of the text would keep all of it in memory. */
export function lettersOf({ codes, from, to }: Stretch): string {
  const letters: number[] = []
  for (let at = from; at < to; at++) letters.push(codes[at] as number)
  return String.fromCharCode(...letters)
}
