import { z } from 'zod'
import type { Question } from '#writing/connection/ask.ts'
import { fenced, sections } from '#writing/excerpt.ts'
import type { Guidance } from '#writing/guidance.ts'
import type { Copy } from '#writing/pitch.ts'
import { pitchText } from '#writing/pitch.ts'
import { TRANSLATION_INSTRUCTIONS } from './instructions.ts'
import { nameOf } from './questions.ts'

const answer = z.strictObject({ title: z.string(), body: z.string() })

/**
 * The question for an entry's words in another language, given as a BCP 47 tag. The entry contains nothing that addresses a language model.
 */
export const translationQuestion = (
  entry: Copy,
  { voice }: Pick<Guidance, 'voice'>,
  language: string,
  fault: string | null = null,
): Question<z.infer<typeof answer>> => ({
  instructions: TRANSLATION_INSTRUCTIONS,
  schema: answer,
  // In some scripts each letter takes a token.
  maxOutputTokens: 1_000 + 2 * pitchText(entry).length,
  prompt: code =>
    [
      sections([
        ['The product', voice.product],
        ['Translate into', nameOf(language)],
      ]),
      `The entry, between the lines with ${code}:\n${fenced(pitchText(entry), code)}`,
      fault === null
        ? ''
        : `Your last translation could not be used, because it ${fault}. Translate it again.`,
      'Translate it.',
    ]
      .filter(Boolean)
      .join('\n\n'),
})

/** What must be the same in both texts, each with its name for an error. */
const KEPT: readonly (readonly [name: string, of: (text: string) => string[]])[] = [
  ['the same code', text => text.match(/`[^`]+`/g) ?? []],
  ['the same addresses', text => text.match(/https?:\/\/[^\s)>\]]+/g) ?? []],
  ['the same numbers', numbersIn],
  ['as many list items', text => text.match(/^ {0,8}(?:[-*+]|\d{1,9}[.)]) /gm)?.map(() => '-') ?? []],
  ['as many headings', text => text.match(/^#{1,6} /gm) ?? []],
]

/** What a translation gets wrong, to end a sentence about it; null if nothing is found that can be checked without knowing the language. */
export function translationFault(entry: Copy, translation: Copy): string | null {
  if (translation.headline.trim() === '') return 'has no title'
  if ((entry.body.trim() === '') !== (translation.body.trim() === ''))
    return entry.body.trim() === '' ? 'has a body, and the entry has none' : 'has no body'
  const [original, told] = [pitchText(entry), pitchText(translation)]
  const changed = KEPT.find(([, of]) => !isSame(of(original), of(told)))
  return changed === undefined ? null : `does not have ${changed[0]}`
}

/** Whether both lists have the same items in any order, since languages order them differently. */
const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.toSorted().join('\n') === other.toSorted().join('\n')

/** The digits of each number, since languages differ in the separators. Numbers in code and addresses are compared with these. */
function numbersIn(text: string): string[] {
  const plain = text.replace(/`[^`]+`|https?:\/\/[^\s)>\]]+/g, ' ').replace(/^ {0,8}\d{1,9}[.)] /gm, '')
  const western = plain.replace(/\p{Nd}/gu, digit => String(digitValue(digit)))
  return (western.match(/\d+(?:[.,\u00a0\u202f\u066b\u066c]\d+)*/g) ?? []).map(number =>
    number.replace(/\D/g, ''),
  )
}

/** The value of a decimal digit of any script. Each script has its ten digits in a row, zero first. */
function digitValue(digit: string): number {
  const code = digit.codePointAt(0) ?? 0
  let zero = code
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1
  return code - zero
}
