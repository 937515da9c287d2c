import { HEADLINE_LIMIT } from './pitch.ts'
import { shorten } from './shorten.ts'
import { concise, tightened } from './tighten.ts'

/** A sentence as a headline, and whether it says all of it. Where it would end in an ellipsis, fewer words may reach a better end. */
export function fitted(sentence: string): { headline: string; isWhole: boolean } {
  const tight = tightened(sentence, HEADLINE_LIMIT)
  const short = shorten(tight, HEADLINE_LIMIT)
  const plain = short.endsWith('…') ? concise(sentence) : sentence
  const other = plain === sentence ? short : shorten(plain, HEADLINE_LIMIT)
  return { headline: other.endsWith('…') ? short : other, isWhole: short === tight }
}
