import { sentencesOf } from '#judgement/text/sentences.ts'
import { verbOf } from '#judgement/text/verbs.ts'
import {
  type Check,
  codeSpans,
  knows,
  numbersIn,
  partsOf,
  type Source,
  withoutCode,
  wordsOf,
} from './check.ts'

/** Every name, and everything in a code span, is in the source. */
export const names: Check = ({ headline, body }, source) => {
  const text = `${headline}\n${body}`
  const unknown =
    codeSpans(text).find(code => !isCodeTold(code, source)) ??
    namesIn(withoutCode(text), source).find(name => !isTold(name, source))
  return unknown === undefined ? null : `name "${unknown}", which the pull request does not`
}

const isCodeTold = (code: string, { text }: Source): boolean => text.includes(code.trim().toLowerCase())

const hasParts = (word: string, source: Source): boolean => partsOf(word).every(part => knows(source, part))

const isTold = (name: string, source: Source): boolean =>
  knows(source, name) || (/[-.&/_]/.test(name) && hasParts(name, source))

function namesIn(text: string, { isForeign }: Source): string[] {
  if (isForeign) return wordsOf(text).filter(isSpelledAsName)
  const sentences = text.split('\n').flatMap(sentencesOf)
  return sentences.flatMap(sentence =>
    wordsOf(sentence).filter((word, at) => (at === 0 ? isNameAtStart(word) : isName(word))),
  )
}

/** Capitals, inner capitals, letters mixed with digits; and letters of scripts that have no capitals, where nothing tells a name. */
const isName = (word: string): boolean =>
  word !== 'I' && (/\p{Lu}/u.test(word) || /\p{L}\p{N}|\p{N}\p{L}/u.test(word) || /\p{Lo}/u.test(word))

/** Letters mixed with digits, inner capitals, or capitals alone. */
const isSpelledAsName = (word: string): boolean =>
  /\p{L}\p{N}|\p{N}\p{L}|\p{Ll}\p{Lu}|^\p{Lu}{2,}$/u.test(word)

/** A sentence begins with a capital anyway: its first word is no name where it is a verb, a small word, or ends as most names do not. */
const isNameAtStart = (word: string): boolean => {
  const isPlain = /^\p{Lu}[\p{Ll}'’]*$/u.test(word) || word.length === 1
  return isPlain ? verbOf(word) === undefined && !SMALL.test(word) && !ENDING.test(word) : isName(word)
}

const SMALL =
  /^(?:a|an|the|all|any|and|as|at|before|better|both|by|can|choose|do|each|every|for|from|if|in|it|its|large|less|long|more|most|new|no|not|now|of|on|once|only|or|other|people|same|short|small|some|that|their|there|these|they|this|those|to|until|what|when|where|which|while|with|you|your)$/i
const ENDING = /(?:ed|ing|er|est|ly|tion|tions|ment|ments|ness|able|ible|ity|ities|[^su]s)$/i

const SPELLED: Record<string, string> = Object.fromEntries(
  `two:2 three:3 four:4 five:5 six:6 seven:7 eight:8 nine:9 ten:10 eleven:11 twelve:12 dozen:12 twenty:20 thirty:30 fifty:50 hundred:100
  thousand:1000 million:1000000 billion:1000000000`
    .split(/\s+/)
    .map(pair => pair.split(':')),
)
/** Amounts that no digit stands for. */
const AMOUNTS =
  /^(?:half|halve[sd]?|double[sd]?|twice|triple[sd]?|tenfold|percent|hundreds|thousands|millions)$/

/** Every number is in the source, in digits or as a word. */
export const numbers: Check = ({ headline, body }, source) => {
  const text = `${headline}\n${body}`
  const unknown =
    numbersIn(text).find(number => !source.numbers.has(number)) ??
    wordsOf(text.toLowerCase()).find(
      word =>
        (word in SPELLED && !knows(source, word) && !source.numbers.has(SPELLED[word] ?? '')) ||
        (AMOUNTS.test(word) && !knows(source, word)),
    )
  return unknown === undefined ? null : `say "${unknown}", which the pull request does not`
}
