import { isCommonWord } from '#judgement/copy/words/common.ts'
import { sentencesOf } from '../sentences.ts'
import { type Check, codeSpans, withoutCode } from './check.ts'
import { knows, partsOf, type Source, wordsOf } from './source.ts'

/** Every name, and everything in a code span, is in the source. */
export const names: Check = ({ headline, body }, source) => {
  const text = `${headline}\n${body}`
  const unknown =
    codeSpans(text).find(code => !source.text.includes(code.trim().toLowerCase())) ??
    namesIn(withoutCode(text)).find(name => !isTold(name, source))
  return unknown === undefined ? null : `name "${unknown}", which the pull request does not`
}

const isTold = (name: string, source: Source): boolean =>
  knows(source, name) || (/[-.&/_]/.test(name) && partsOf(name).every(part => knows(source, part)))

function namesIn(text: string): string[] {
  const sentences = text.split('\n').flatMap(sentencesOf)
  return sentences.flatMap(sentence =>
    wordsOf(sentence).filter((word, at) => (at === 0 ? isNameAtStart(word) : isName(word))),
  )
}

/** Capitals, inner capitals, letters mixed with digits; and letters of scripts that have no capitals, where nothing tells a name. */
const isName = (word: string): boolean =>
  word !== 'I' && (/\p{Lu}/u.test(word) || /\p{L}\p{N}|\p{N}\p{L}/u.test(word) || /\p{Lo}/u.test(word))

/** A sentence begins with a capital anyway. */
const isNameAtStart = (word: string): boolean => {
  const isPlain = /^\p{Lu}[\p{Ll}'’]*$/u.test(word) || word.length === 1
  return isPlain ? !isCommonWord(word.toLowerCase()) : isName(word)
}
