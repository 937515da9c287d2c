import { outsideCode, withCodeBlanked } from './code-spans.ts'
import { isCommonWord } from './words/common.ts'
import { ACRONYMS, LOWER_CASE_NAMES, properForm } from './words/names.ts'

/** A word in plain letters; whatever holds a digit, dot, underscore or inner capital is a name or code. */
const PLAIN = /^[a-zà-öø-ÿ]+(?:['’/-][a-zà-öø-ÿ]+)*$/

/** "add dark mode" → "Add dark mode"; names and code keep their spelling, shouting and Title Case come down. */
export function sentenceCase(text: string): string {
  const calm = isShouted(text) ? quietened(text) : isTitleCase(text) ? untitled(text) : text
  return capitalised(calm)
}

/** "shop-cli --keys": the name of a program with its options. */
const COMMAND = /^[a-z]+(?:-[a-z]+)+ --?[a-z]/

/** "multi-GPU": only its second part is a name. */
const COMPOUND_NAME = /^[a-z]{3,}-[A-Z]+$/

function capitalised(text: string): string {
  const [first = ''] = /^[^\s,;:!?]+/.exec(text) ?? []
  if (COMPOUND_NAME.test(first)) return text.charAt(0).toUpperCase() + text.slice(1)
  if (!PLAIN.test(first) || LOWER_CASE_NAMES.has(first) || COMMAND.test(text)) return text
  const proper = ACRONYMS.get(first)
  return proper === undefined
    ? text.charAt(0).toUpperCase() + text.slice(1)
    : proper + text.slice(first.length)
}

/** "Stable Sound 3": a name with its version. */
const NUMBERED_NAME = /^[A-Z][a-z]+(?: [A-Z][a-z]+){1,2} v?\d/

/** "Content-Disposition": a name, unlike "Non-ASCII" and "Multi-line". */
const COMPOUND = /^[A-Z][a-z]+(?:-[A-Z][a-z]+)+\b/

/** A first word that was capital only because it stood first. */
export function uncapitalised(text: string): string {
  if (NUMBERED_NAME.test(text) || COMPOUND.test(text)) return text
  const [first = ''] = /^(?:A(?= [a-z])|[A-Za-z][a-z]+\b)/.exec(text) ?? []
  const lower = first.toLowerCase()
  const proper = ACRONYMS.get(first)
  if (proper !== undefined && !/^[./-]\w/.test(text.slice(first.length)))
    return proper + text.slice(first.length)
  return isCommonWord(lower) ? lower + text.slice(first.length) : text
}

/** A word, or the name of a constant ("ACME_URL"), which is spelled as it is. */
const WORD = /[\p{L}\p{N}'’_]+/gu

/** Three words in capitals, none of them code, and not one in small letters. */
const isShouted = (text: string): boolean =>
  !/[a-z]/.test(text) &&
  (withCodeBlanked(text)
    .match(WORD)
    ?.filter(word => /[A-Z]{3}/.test(word) && !word.includes('_')).length ?? 0) >= 3

const quietened = (text: string): string =>
  outsideCode(text, prose =>
    prose.replace(WORD, word =>
      word.includes('_') ? word : (properForm(word.toLowerCase()) ?? word.toLowerCase()),
    ),
  )

/** Words of four letters and more behind the first, that stand free of code and punctuation. */
const LOW_WORD = /\s[a-z][A-Za-z]{3,}(?=\s|$)/
const HIGH_WORDS = /\s[A-Z][A-Za-z]{3,}(?=\s|$)/g

/** Every Word of It, or Nearly. */
const isTitleCase = (text: string): boolean =>
  !LOW_WORD.test(text) && (text.match(HIGH_WORDS)?.length ?? 0) >= 3

/** Words that are surely no names come down ("Add Dark Mode To Google Calendar"), unless that would leave a patchwork. */
function untitled(text: string): string {
  let raised = 0
  let lowered = 0
  const plain = text.replace(
    /(?<=\s)(?!(?:Simplified|Traditional) Chinese)[A-Z][a-z]+(?=$|[\s,;:.!?)])/g,
    word => {
      raised++
      if (!isCommonWord(word.toLowerCase())) return word
      lowered++
      return word.toLowerCase()
    },
  )
  return lowered >= raised * 0.6 ? plain : text
}
