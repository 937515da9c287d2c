/** A rough stem, good enough to see that two forms belong to one word: "Exports", "exporting", "exported". */
export const roughStemOf = (word: string): string =>
  word
    .toLowerCase()
    .replace(/['’]s$/, '')
    .replace(/(?<=\w{3})(?:ies|ied)$/, 'y')
    .replace(/(?<=\w{2})(?:ing|ed|es|s|e)$/, '')
    .replace(/([bdfglmnprt])\1$/, '$1')

const WORD = /[\p{L}\p{N}]+(?:['’.&+#_-][\p{L}\p{N}]+)*/gu

export const plainWordsOf = (text: string): string[] => text.match(WORD) ?? []

/** The parts of a word: split at dots, hyphens and inner capitals, and between letters and digits. */
export const partsOf = (word: string): string[] =>
  word
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{L})(\p{N})|(\p{N})(\p{L})/gu, '$1$3 $2$4')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(part => part !== '')

/** A word with its parts, in lower case, and the stems of all: "exportDialog" also gives "export" and "dialog". */
export const formsOf = (word: string): string[] =>
  [word, ...partsOf(word)].flatMap(form => [form.toLowerCase(), roughStemOf(form)])

/** The stems of the meaningful words. Identifiers are split into their parts. */
export const contentOf = (text: string): string[] =>
  plainWordsOf(text)
    .flatMap(partsOf)
    .map(part => part.toLowerCase())
    .filter(part => (part.length > 2 || /\d/.test(part)) && !FUNCTION_WORDS.has(part))
    .map(roughStemOf)

/** Words that any English sentence may need. */
const FUNCTION_WORDS = new Set(
  `the and for you your with that this those these are was were can could now not when where which while who whom whose what how from into
  onto over under than then they them their there here has have had been being will would its also only just any all each every some more most
  less least other another until before after again without within instead long longer still even both either neither does did done may might must
  should because since once already such own same one out off but nor per via about above below between during through down let lets get
  gets make makes made previously currently formerly originally future moment use uses used using`.split(
    /\s+/,
  ),
)

const SPAN = /`([^`]*)`/g

/** The texts in code spans. */
export const codeSpans = (text: string): string[] => [...text.matchAll(SPAN)].map(([, code = '']) => code)

/** The text with its code spans blanked out. */
export const withoutCode = (text: string): string => text.replace(SPAN, '` `')

/** The letters and digits of a text, separated by spaces: white space, punctuation and markup do not distinguish passages. */
export const spaced = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
