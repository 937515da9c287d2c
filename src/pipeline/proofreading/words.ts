import { partsOf, plainWordsOf, roughStemOf } from '#writing/checks/words.ts'

/** Words that say nothing about which change is meant. */
const SMALL = new Set(
  `a an the and or of to in on for with by from as at is are was were be been it its this that when if not no now can will would should
  has have had do does did use using add fix update support allow make into also more some such so than then which where all any via`.split(
    /\s+/,
  ),
)

/** The words that a text is recognised by, without numbers and without their endings. `exportDialog` also gives `export` and `dialog`. */
export function tellingWords(text: string): Set<string> {
  const words = plainWordsOf(text).flatMap(word => [word, ...partsOf(word)])
  return new Set(
    words
      .map(word => word.toLowerCase())
      .filter(word => word.length > 1 && !/^\d/.test(word) && !SMALL.has(word))
      .map(roughStemOf),
  )
}

/** The weight of a word outside of a text's lead. */
const REST = 0.7

/** Finds which of several texts says the same as a line. Rare words count more, and words of a text's lead more than those of its rest. */
export class WordIndex {
  readonly #places = new Map<string, Map<number, number>>()
  readonly #size: number

  constructor(texts: readonly { lead: string; rest: string }[]) {
    this.#size = texts.length
    for (const [at, { lead, rest }] of texts.entries()) {
      for (const word of tellingWords(rest)) this.#add(word, at, REST)
      for (const word of tellingWords(lead)) this.#add(word, at, 1)
    }
  }

  /** For each text that shares a word with the line, by index: its share of the line's words, from 0 to 1. Rare words count more. */
  scores(line: string): Map<number, number> {
    const words = [...tellingWords(line)]
    const total = words.reduce((sum, word) => sum + this.#rarity(word), 0)
    const found = new Map<number, number>()
    for (const word of words)
      for (const [at, part] of this.#places.get(word) ?? [])
        found.set(at, (found.get(at) ?? 0) + (part * this.#rarity(word)) / total)
    return found
  }

  /** The text that says most of what the line says; null if none shares a word. */
  best(line: string): { at: number; score: number } | null {
    let best: { at: number; score: number } | null = null
    for (const [at, score] of this.scores(line)) if (best === null || score > best.score) best = { at, score }
    return best
  }

  #rarity(word: string): number {
    return Math.log(1 + this.#size / (1 + (this.#places.get(word)?.size ?? 0)))
  }

  #add(word: string, at: number, part: number): void {
    const places = this.#places.get(word) ?? new Map<number, number>()
    this.#places.set(word, places.set(at, part))
  }
}
