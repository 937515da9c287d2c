import { sentencesOf } from '#judgement/text/sentences.ts'
import { verbOf } from '#judgement/text/verbs.ts'
import PLAIN from './plain-words.json' with { type: 'json' }
import { codeSpans, formsOf, partsOf, plainWordsOf, roughStemOf, withoutCode } from './words.ts'

/** Stems of words that several repositories write in lower case, and of what software asks people to do. */
const PLAIN_STEMS = new Set(PLAIN.flatMap(line => line.split(' ')))

interface Source {
  /** In lower case. */
  text: string
  /** All words of it, with their parts and stems. */
  known: ReadonlySet<string>
  isForeign: boolean
}

/** The first name, or code span, of a sentence that the source does not know. */
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

/** As it stands there; or as people type it, each word of a command being there, an option in whatever spelling. */
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

/** Capitals, inner capitals, letters mixed with digits; and letters of scripts that have no capitals, where nothing tells a name. */
const isName = (word: string): boolean =>
  word !== 'I' && (/\p{Lu}/u.test(word) || /\p{L}\p{N}|\p{N}\p{L}/u.test(word) || /\p{Lo}/u.test(word))

/** Letters mixed with digits, inner capitals, or capitals alone. */
const isSpelledAsName = (word: string): boolean =>
  /\p{L}\p{N}|\p{N}\p{L}|\p{Ll}\p{Lu}|^\p{Lu}{2,}$/u.test(word)

/** A sentence begins with a capital anyway: its first word is no name where it is a plain one. */
const isNameAtStart = (word: string): boolean =>
  /^\p{Lu}[\p{Ll}'’-]*$/u.test(word)
    ? word.length > 1 &&
      verbOf(word) === undefined &&
      !PLAIN_STEMS.has(roughStemOf(word)) &&
      !/(?:ing|ly|tions?|ments?|ness|able|ible)$/.test(word)
    : isName(word)
