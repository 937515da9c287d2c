import { isCapital, LOWER } from './letters.ts'
import type { Stretch } from './stretch.ts'

/** Different characters in all words, at most, and one class for all others. */
const CLASSES = 64
const ASCII = 128
/** Of bits in a whole number. */
const MOST_LISTS = 31

/**
 * Tells which lists of words a text holds a word of, in one pass over it: an automaton of Aho and Corasick, "Efficient string matching"
 * (1975). Words are literal, of ASCII characters without capitals, and stand anywhere, also within other words. For what is cheaper to
 * rule out than to search for.
 */
export class Keywords {
  /** By character. */
  readonly #classes = new Uint8Array(ASCII)
  /** By state and class, the next state. */
  readonly #next: Uint16Array
  /** By state, a bit for each list. */
  readonly #held: Int32Array

  constructor(lists: readonly (readonly string[])[]) {
    if (lists.length > MOST_LISTS) throw new Error(`There is room for ${MOST_LISTS} lists of words.`)
    const letters = [...new Set(lists.flat().join(''))]
    if (letters.length >= CLASSES) throw new Error(`There is room for ${CLASSES - 1} different characters.`)
    for (const [at, letter] of letters.entries()) this.#classes[letter.charCodeAt(0)] = at + 1
    const states = 1 + lists.flat().join('').length
    this.#next = new Uint16Array(states * CLASSES)
    this.#held = new Int32Array(states)
    this.#complete(this.#plant(lists))
  }

  /** The words as a tree that begins at state 0. Gives how many states there are. */
  #plant(lists: readonly (readonly string[])[]): number {
    let states = 1
    for (const [list, words] of lists.entries())
      for (const word of words) {
        let state = 0
        for (const letter of word) {
          const way = state * CLASSES + (this.#classes[letter.charCodeAt(0)] ?? 0)
          if (this.#next[way] === 0) this.#next[way] = states++
          state = this.#next[way] ?? 0
        }
        this.#held[state] = (this.#held[state] ?? 0) | (1 << list)
      }
    return states
  }

  /** Where the tree has no way on, goes on from the longest end of what was read that begins a word. */
  #complete(states: number): void {
    const fallback = new Uint16Array(states)
    const queue = [0]
    for (const state of queue)
      for (let letter = 1; letter < CLASSES; letter++) {
        const way = state * CLASSES + letter
        const child = this.#next[way] ?? 0
        const other = state === 0 ? 0 : (this.#next[(fallback[state] ?? 0) * CLASSES + letter] ?? 0)
        if (child === 0) this.#next[way] = other
        else {
          fallback[child] = other
          this.#held[child] = (this.#held[child] ?? 0) | (this.#held[other] ?? 0)
          queue.push(child)
        }
      }
  }

  /** A bit for each list, the first the lowest; capitals count as their small letters. */
  heldIn({ codes, from, to }: Stretch): number {
    let state = 0
    let held = 0
    for (let at = from; at < to; at++) {
      const code = codes[at] as number
      const letter = code < ASCII ? (this.#classes[isCapital(code) ? code | LOWER : code] as number) : 0
      state = this.#next[state * CLASSES + letter] as number
      held |= this.#held[state] as number
    }
    return held
  }
}
