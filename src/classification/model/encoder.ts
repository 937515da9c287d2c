import { Lexicon } from './lexicon.ts'
import { NUMBERS, type Numbers } from './numbers.ts'
import type { Reading } from './reading.ts'
import { FAMILIES, type Family, type Token } from './token.ts'

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
  ids: Int32Array
  values: Float32Array
  numbers: Float32Array
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

export function createEncoder(vocabulary: Vocabulary): Encoder {
  const lexicon = new Lexicon(vocabulary.tokens)
  const scale = Float32Array.from(vocabulary.tokens, name => FAMILIES[familyOf(name)])
  const places = vocabulary.numbers.map(name => NUMBERS.indexOf(name))
  return {
    lexicon,
    encode(reading) {
      const tokens = reading.lexicon === lexicon ? reading.tokens : translated(reading, lexicon)
      const ids = new Int32Array(tokens.length)
      const values = new Float32Array(tokens.length)
      for (const [q, { id, value }] of tokens.entries()) {
        ids[q] = id
        values[q] = value * (scale[id] ?? 0)
      }
      return { ids, values, numbers: standardised(vocabulary, places, reading.numbers), tokens }
    },
  }
}

const familyOf = (name: string): Family => name.slice(0, name.indexOf(':')) as Family

/** The tokens under their ids in another lexicon, without those that it does not know. */
const translated = ({ tokens, lexicon }: Reading, into: Lexicon): Token[] =>
  tokens.flatMap(token => {
    const id = into.idNamed(lexicon.names[token.id] ?? '')
    return id === undefined ? [] : [{ ...token, id }]
  })

/** What is not known is taken to be as usual. */
function standardised(
  { mean, deviation }: Vocabulary,
  places: readonly number[],
  given: Numbers,
): Float32Array {
  const result = new Float32Array(places.length)
  for (const [d, place] of places.entries()) {
    const away = ((given[place] ?? Number.NaN) - (mean[d] ?? 0)) / (deviation[d] ?? 1)
    result[d] = Number.isNaN(away) ? 0 : Math.max(-STRAY, Math.min(STRAY, away))
  }
  return result
}
