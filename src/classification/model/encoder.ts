import { Lexicon } from './lexicon.ts'
import { NUMBERS, type Numbers } from './numbers.ts'
import type { Reading } from './reading.ts'
import type { Token } from './token.ts'

/** What the model knows words and numbers by. */
export interface Vocabulary {
  /** Names of tokens, in ascending order. */
  tokens: readonly string[]
  /** Names of numbers, and what each is on average and how far it usually strays. */
  numbers: readonly string[]
  mean: Float32Array
  deviation: Float32Array
}

/** A reading in the model's own terms: which known tokens with which value, and numbers in deviations from their mean. */
export interface Encoded {
  ids: readonly number[]
  values: readonly number[]
  numbers: readonly number[]
  /** The tokens behind `ids`, for whoever has to explain them. */
  tokens: readonly Token[]
}

/** Beyond this many deviations a number tells nothing more. */
const STRAY = 4

export interface Encoder {
  /** Of the vocabulary's tokens: what is read with it need not be looked up again. */
  lexicon: Lexicon
  encode(reading: Reading): Encoded
}

/** The lexicon also knows the names in `beside`, which nothing is encoded by. */
export function createEncoder(vocabulary: Vocabulary, beside: readonly string[] = []): Encoder {
  const lexicon = new Lexicon([...vocabulary.tokens, ...beside])
  const known = vocabulary.tokens.length
  const places = vocabulary.numbers.map(name => NUMBERS.indexOf(name))
  return {
    lexicon,
    encode(reading) {
      const { tokens, values } = reading.lexicon === lexicon ? reading : translated(reading, lexicon)
      const numbers = standardised(vocabulary, places, reading.numbers)
      const encoded = { ids: [] as number[], values: [] as number[], numbers, tokens: [] as Token[] }
      for (let q = 0; q < tokens.length; q++) {
        const token = tokens[q] as Token
        if (token.id >= known) continue
        encoded.ids.push(token.id)
        encoded.values.push(scaled(token, values[q] as number))
        encoded.tokens.push(token)
      }
      return encoded
    },
  }
}

/** A token's value as networks are given it, as exact as values are kept. */
export const scaled = ({ scale }: Token, value: number): number => Math.fround(value * scale)

/** The tokens under their ids in another lexicon, without those that it does not know. */
function translated({ tokens, values, lexicon }: Reading, into: Lexicon): Pick<Reading, 'tokens' | 'values'> {
  const known = tokens.map(token => ({ ...token, id: into.idNamed(lexicon.names[token.id] ?? '') ?? -1 }))
  return {
    tokens: known.filter(({ id }) => id >= 0),
    values: values.filter((_, q) => (known[q]?.id ?? -1) >= 0),
  }
}

/** What the numbers are to a network where nothing was counted. */
export const atRest = (vocabulary: Vocabulary): number[] =>
  standardised(
    vocabulary,
    vocabulary.numbers.map((_, d) => d),
    vocabulary.numbers.map(() => 0),
  )

/** What is not known is taken to be as usual. */
function standardised({ mean, deviation }: Vocabulary, places: readonly number[], given: Numbers): number[] {
  const numbers: number[] = []
  for (let d = 0; d < places.length; d++) {
    const away = ((given[places[d] as number] ?? Number.NaN) - (mean[d] ?? 0)) / (deviation[d] ?? 1)
    numbers.push(Number.isNaN(away) ? 0 : Math.fround(Math.max(-STRAY, Math.min(STRAY, away))))
  }
  return numbers
}
