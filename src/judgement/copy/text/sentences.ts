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
const isOpen = (text: string): boolean => count(text, '`') % 2 === 1 || count(text, '“') > count(text, '”')

/** "BREAKING CHANGE: Totals are …" */
const LABEL = /^(?:⚠️?\s*)?breaking(?: changes?)?\s*:\s+(?=\S)/i

export const withoutLabel = (sentence: string): string => sentence.replace(LABEL, '')

/** With a capital (names and code aside) and a full stop, as a sentence of a body stands. */
export const punctuated = (sentence: string): string =>
  /[.!?…]["”')]?$/.test(sentence) ? sentence : `${sentence}.`
