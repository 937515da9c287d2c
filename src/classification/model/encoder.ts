import { Lexicon } from './lexicon.ts'
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
  const encode = ({ tokens, lexicon: from, numbers }: Reading): Encoded => {
    const ids: number[] = []
    const found: Token[] = []
    for (const [own, token] of tokens) {
      const id = from === lexicon ? own : lexicon.idNamed(from.names[own] ?? '')
      if (id === undefined) continue
      ids.push(id)
      found.push(token)
    }
    const values = new Float32Array(ids.length)
    for (const [q, { value }] of found.entries()) values[q] = value * (scale[ids[q] ?? 0] ?? 0)
    return {
      ids: new Int32Array(ids),
      values,
      numbers: standardised(vocabulary, numbers),
      tokens: found,
    }
  }
  return { lexicon, encode }
}

const familyOf = (name: string): Family => name.slice(0, name.indexOf(':')) as Family

/** What is not known is taken to be as usual. */
function standardised({ numbers, mean, deviation }: Vocabulary, given: Reading['numbers']): Float32Array {
  const result = new Float32Array(numbers.length)
  for (let d = 0; d < numbers.length; d++) {
    const value = given.get(numbers[d] ?? '')
    if (value === undefined) continue
    const away = (value - (mean[d] ?? 0)) / (deviation[d] ?? 1)
    result[d] = Math.max(-STRAY, Math.min(STRAY, away))
  }
  return result
}
