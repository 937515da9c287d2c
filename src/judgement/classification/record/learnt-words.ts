import { probability } from '../score.ts'

/** A word is not judged by fewer merges than this. */
const LEAST_MERGES = 5
/** Merges that are assumed to have been even before the first. */
const PRIOR = 1
/** However often it came, a word that nobody explained weighs no more than this either way. */
const MOST = 1.5

interface Count {
  merges: number
  /** The sum of their probabilities of user-facing, without the word. */
  noticed: number
}

/** What a repository's own words for sorts of changes stand beside: nobody need have explained them. */
export class LearntWords {
  readonly #counts = new Map<string, Count>()

  /** `logOdds` of user-facing, without the word. */
  add(word: string, logOdds: number): void {
    const { merges, noticed } = this.#counts.get(word) ?? { merges: 0, noticed: 0 }
    this.#counts.set(word, { merges: merges + 1, noticed: noticed + probability(logOdds) })
  }

  /** Log-odds of user-facing that the word speaks for; 0 until it is known. */
  weightOf(word: string): number {
    const { merges, noticed } = this.#counts.get(word) ?? { merges: 0, noticed: 0 }
    if (merges < LEAST_MERGES) return 0
    const weight = Math.log((noticed + PRIOR) / (merges - noticed + PRIOR))
    return Math.max(-MOST, Math.min(MOST, weight))
  }
}

export class TitleConvention {
  #merges = 0
  #marked = 0

  /** `isMarked`: it follows a word in capitals that can only be a sort ("FEATURE: …"). */
  add(isMarked: boolean): void {
    this.#merges++
    if (isMarked) this.#marked++
  }

  /** Do its people sort their titles by words in capitals? Then "UX: …" is a sort as well, and no part of the product. */
  get sortsByCapitals(): boolean {
    return this.#marked >= LEAST_MERGES && this.#marked >= this.#merges / 3
  }
}
