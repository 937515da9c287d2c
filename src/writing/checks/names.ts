import { sentencesOf } from '#judgement/text/sentences.ts'
import { verbOf } from '#judgement/text/verbs.ts'
import PLAIN from './plain-words.json' with { type: 'json' }
import { codeSpans, formsOf, partsOf, plainWordsOf, roughStemOf, withoutCode } from './words.ts'

/** The stems of words that several repositories write in lower case, and of words for what software asks people to do. */
const PLAIN_STEMS = new Set(PLAIN.flatMap(line => line.split(' ')))

interface Source {
  /** The text in lower case. */
  text: string
  /** All words of the text, with their parts and stems. */
  known: ReadonlySet<string>
  isForeign: boolean
}

/** The first name, or code span, of a sentence that is not in the source. */
export function unknownName(sentence: string, source: Source): string | null {
  const isTold = (name: string) =>
    formsOf(name)
      .slice(0, 2)
      .some(form => source.known.has(form)) ||
    partsOf(name).every(part => source.known.has(part.toLowerCase()) || source.known.has(roughStemOf(part)))
  return (
    codeSpans(sentence).find(code => !isCodeTold(code, source)) ??
    namesIn(withoutCode(sentence), source.isForeign).find(name => !isTold(name)) ??
    null
  )
}

const lettersOf = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, '')

/**
 * Whether the source contains a piece of code: literally, or as people type it, with each word of a command
 * in it and an option in any spelling.
 */
function isCodeTold(code: string, { text, known }: Source): boolean {
  const said = code.trim().toLowerCase()
  if (text.includes(said)) return true
  const letters = lettersOf(text)
  return said
    .split(/[\s=]+/)
    .map(word => word.replace(/(?<![()<>/.,:;])[()<>/.,:;]+$|^[</(]+/g, ''))
    .every(
      word =>
        text.includes(word) ||
        known.has(word) ||
        (word.length > 5 && /^-/.test(word) && letters.includes(lettersOf(word))),
    )
}

function namesIn(text: string, isForeign: boolean): string[] {
  if (isForeign) return plainWordsOf(text).filter(isSpelledAsName)
  return text
    .split('\n')
    .flatMap(sentencesOf)
    .flatMap(sentence =>
      plainWordsOf(sentence).filter((word, at) => (at === 0 ? isNameAtStart(word) : isName(word))),
    )
}

/** Whether a word may be a name: it has capitals, or mixes letters and digits. In scripts without capitals every word may be one. */
const isName = (word: string): boolean =>
  word !== 'I' && (/\p{Lu}/u.test(word) || /\p{L}\p{N}|\p{N}\p{L}/u.test(word) || /\p{Lo}/u.test(word))

/** Whether a word mixes letters and digits, has inner capitals, or consists of capitals. */
const isSpelledAsName = (word: string): boolean =>
  /\p{L}\p{N}|\p{N}\p{L}|\p{Ll}\p{Lu}|^\p{Lu}{2,}$/u.test(word)

/** Whether the first word of a sentence is a name. It has a capital in any case, so a plain word does not count. */
const isNameAtStart = (word: string): boolean =>
  /^\p{Lu}[\p{Ll}'’-]*$/u.test(word)
    ? word.length > 1 &&
      verbOf(word) === undefined &&
      !PLAIN_STEMS.has(roughStemOf(word)) &&
      !/(?:ing|ly|tions?|ments?|ness|able|ible)$/.test(word)
    : isName(word)
