const END = /[.!?][)"”'’`]?(?=\s+["“'‘(`]*[\p{Lu}\p{N}`])/gu
/** What every end begins with; most titles have none. */
const MAY_END = /[.!?]\S?\s/
/** A full stop after these ends no sentence. */
const ABBREVIATION =
  /(?:\b(?:e\.g|i\.e|etc|vs|cf|approx|incl|resp|no|fig|al|st|dr|mr|mrs|inc|ltd)|\b[A-Z])\.[)"'’”]?$/i

/** The sentences of one paragraph, each with its own punctuation. */
export function sentencesOf(paragraph: string): string[] {
  if (!MAY_END.test(paragraph)) return [paragraph.trim()].filter(Boolean)
  const sentences: string[] = []
  let from = 0
  for (const { index, 0: mark } of paragraph.matchAll(END)) {
    const end = index + mark.length
    const sentence = paragraph.slice(from, end)
    if (ABBREVIATION.test(sentence) || isOpen(sentence)) continue
    sentences.push(sentence.trim())
    from = end
  }
  sentences.push(paragraph.slice(from).trim())
  return sentences.filter(Boolean)
}

const count = (text: string, sign: string) => text.split(sign).length - 1

/** Code or a quotation goes on behind it. */
const isOpen = (text: string): boolean =>
  count(text, '`') % 2 === 1 || count(text, '“') > count(text, '”') || count(text, '(') > count(text, ')')

/** "BREAKING CHANGE: Totals are …" */
const LABEL = /^(?:⚠️?\s*)?breaking(?: changes?)?\s*:\s+(?=\S)/i

export const withoutLabel = (sentence: string): string => sentence.replace(LABEL, '')

/** With a capital (names and code aside) and a full stop, as a sentence of a body stands. */
export const punctuated = (sentence: string): string =>
  /[.!?…]["”')]?$/.test(sentence) ? sentence : `${sentence}.`

/** The words of a text but the smallest, without their endings, to see what two texts share. */
export const stemsOf = (text: string): Set<string> =>
  new Set(
    (text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []).map(word => word.slice(0, 6).replace(/s$/, '')),
  )

/** Says hardly a word that the headline does not. */
export function repeats(said: string, headline: string): boolean {
  const known = stemsOf(headline)
  const words = [...stemsOf(said)].filter(word => !SMALL.has(word))
  return words.filter(word => !known.has(word)).length < Math.max(2, words.length * 0.3)
}

/** Longer texts tell more than a headline. */
const LONGEST_ECHO = 300

/** Says only what the headline says, in the same words: no other name, number or negation. What goes on where it was cut does not. */
export function echoes(said: string, headline: string): boolean {
  if (said.length > LONGEST_ECHO || headline.endsWith('…')) return false
  const known = new Set(contentOf(headline))
  return contentOf(said).every(word => known.has(word))
}

/** The words that say something, without the ending that a sentence gives them: "exports" and "exported" are "export". */
const contentOf = (text: string): string[] =>
  (text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [])
    .filter(word => !SMALL.has(word) && !ARTICLES.has(word))
    .map(word => (word.length > 4 ? word.replace(/(?:ing|ed|es|[eds])$/, '') : word))

const ARTICLES = new Set('a an as at be by in is it its of on or to are'.split(' '))
const SMALL = new Set('the and for add adds added fix fixes fixed now can you with this that from'.split(' '))
