import type { Kind } from '../classification.ts'
import KIND_WORDS from './kind-words.json' with { type: 'json' }

/** What a word means by which teams sort their changes, in titles, labels, fragments and trailers alike. */
export interface Meaning {
  /** Null where the word tells of visibility only. */
  kind: Kind | null
  /** Whether customers are meant to hear of a change of this sort. */
  told: boolean
  breaking: boolean
}

const UNTOLD: ReadonlySet<string> = new Set<Kind>(['documentation', 'maintenance'])

/** By word, lower-case and joined by hyphens as `kindWord` gives it. */
const MEANINGS: ReadonlyMap<string, Meaning> = new Map(
  Object.entries(KIND_WORDS).flatMap(([list, words]) => {
    const isKind = list !== 'untyped' && list !== 'breaking'
    const meaning = {
      kind: isKind ? (list as Kind) : null,
      told: !UNTOLD.has(list),
      breaking: list === 'breaking',
    }
    return words.split(' ').map(word => [word, meaning] as const)
  }),
)

/** Null for a word that is in nobody's vocabulary. */
export const meaningOfWord = (word: string): Meaning | null => MEANINGS.get(word) ?? null
