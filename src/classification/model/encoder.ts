import { Lexicon } from './lexicon.ts'
import { NUMBERS, type Numbers } from './numbers.ts'
import type { Reading } from './reading.ts'
import type { Collected } from './token.ts'

/** What the model knows words and numbers by. */
export interface Vocabulary {
  /** Names of tokens, in ascending order. */
  tokens: readonly string[]
  /** Names of numbers, and what each is on average and how far it usually strays. */
  numbers: readonly string[]
  mean: Float32Array
  deviation: Float32Array
}

/** A reading in the model's own terms: the ids of tokens are its own, and numbers are deviations from their mean. */
export interface Encoded extends Collected {
  numbers: readonly number[]
}

/** Beyond this many deviations a number tells nothing more. */
const STRAY = 4

export interface Encoder {
  /** Of the vocabulary's tokens: what is read with it need not be looked up again. */
  lexicon: Lexicon
  encode(reading: Reading): Encoded
}

/** The lexicon also knows the names in `beside`; their ids come after those of the vocabulary. */
export function createEncoder(vocabulary: Vocabulary, beside: readonly string[] = []): Encoder {
  const lexicon = new Lexicon([...vocabulary.tokens, ...beside])
  const places = vocabulary.numbers.map(name => NUMBERS.indexOf(name))
  const blank = blankFor(vocabulary)
  return {
    lexicon,
    encode(reading) {
      const { ids, values, tokens } = reading.lexicon === lexicon ? reading : translated(reading, lexicon)
      return { ids, values, tokens, numbers: standardised(vocabulary, places, reading.numbers, blank) }
    },
  }
}

/** The same in another lexicon, without what that does not know. */
function translated({ ids, values, tokens, lexicon }: Reading, into: Lexicon): Collected {
  const known = ids.map(id => into.idNamed(lexicon.names[id] ?? ''))
  const isKnown = (_: unknown, q: number) => (known[q] as number) >= 0
  return { ids: known.filter(isKnown), values: values.filter(isKnown), tokens: tokens.filter(isKnown) }
}

/** What the numbers are to a network where nothing was counted. */
export const atRest = (vocabulary: Vocabulary): number[] =>
  standardised(
    vocabulary,
    vocabulary.numbers.map((_, d) => d),
    vocabulary.numbers.map(() => 0),
    blankFor(vocabulary),
  )

const blankFor = ({ numbers }: Vocabulary): number[] => numbers.map(() => Number.NaN)

/** What is not known is taken to be as usual. */
function standardised(
  { mean, deviation }: Vocabulary,
  places: readonly number[],
  given: Numbers,
  blank: readonly number[],
): number[] {
  // A copy has its room at once; an array that grows is copied each time.
  const numbers = blank.slice()
  for (let d = 0; d < places.length; d++) {
    const away = ((given[places[d] as number] ?? Number.NaN) - (mean[d] ?? 0)) / (deviation[d] ?? 1)
    numbers[d] = Number.isNaN(away) ? 0 : Math.fround(Math.max(-STRAY, Math.min(STRAY, away)))
  }
  return numbers
}
