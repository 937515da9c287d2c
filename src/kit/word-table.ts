import { FNV_BASIS, fnv } from './fnv.ts'
import { lettersOf, type Stretch } from './stretch.ts'

/** Longer words are not kept. */
const LONGEST = 24
/** A word has as much room as a processor fetches at a time, 64 bytes, counted in 32 bits and in 16. */
const HASHES_APART = 16
const HALVES_APART = 2 * HASHES_APART
/** Where among those a word's length stands, zero for none; its letters follow. */
const LENGTH = 2
/** A word stands at most this far behind the place that its hash names: whoever makes up words that share one gains nothing. */
const NEAR = 4

/**
 * Keeps what is known about words, found by their characters where they stand. A Map would need each word cut out first and made a
 * string that the engine has only once, which takes several times as long. What is found agrees in every character; where there is
 * no room near by, a word takes the place of another.
 */
export class WordTable<T extends object | null> {
  private readonly answer: (word: string) => T
  /** Cuts bits off a hash: there are as many places as a power of two. */
  private readonly mask: number
  // What is known of a word lies side by side, so that one look brings it all to hand: its hash, its length, its letters.
  private readonly hashes: Int32Array
  /** The same memory as its 16-bit halves. */
  private readonly halves: Uint16Array
  private readonly answers: (T | undefined)[]
  private turn = 0

  constructor(answer: (word: string) => T, bits: number) {
    const places = 2 ** bits
    this.answer = answer
    this.mask = places - 1
    this.hashes = new Int32Array(places * HASHES_APART)
    this.halves = new Uint16Array(this.hashes.buffer)
    this.answers = new Array<T | undefined>(places).fill(undefined)
  }

  of(word: Stretch): T {
    if (word.to - word.from > LONGEST) return this.answer(lettersOf(word))
    const hash = hashOf(word)
    for (let near = 0; near < NEAR; near++) {
      const place = this.placeOf(hash, near)
      if (this.hashes[place * HASHES_APART] === hash && this.stands(word, place))
        return this.answers[place] as T
    }
    return this.enter(word, hash)
  }

  private stands({ codes, from, to }: Stretch, place: number): boolean {
    const length = place * HALVES_APART + LENGTH
    if (this.halves[length] !== to - from) return false
    const letters = length + 1 - from
    for (let at = from; at < to; at++) if (this.halves[letters + at] !== codes[at]) return false
    return true
  }

  private enter(word: Stretch, hash: number): T {
    const place = this.roomFor(hash)
    const length = place * HALVES_APART + LENGTH
    this.halves.set(word.codes.subarray(word.from, word.to), length + 1)
    this.halves[length] = word.to - word.from
    this.hashes[place * HASHES_APART] = hash
    const fresh = this.answer(lettersOf(word))
    this.answers[place] = fresh
    return fresh
  }

  private roomFor(hash: number): number {
    for (let near = 0; near < NEAR; near++) {
      const place = this.placeOf(hash, near)
      if (this.halves[place * HALVES_APART + LENGTH] === 0) return place
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
