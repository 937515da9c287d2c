import { type Meaning, meaningOfWord } from '#judgement/classification/record/vocabulary.ts'
import { kindWord } from '#judgement/notes/note.ts'

/** Headings over a whole release, or for the size of a version bump. They say nothing about kinds. */
const GENERAL =
  /^(?:(?:patch|minor|major|other|all|more|notable|full)[ -])?(?:changes?|releases?)$|^what'?s[ -]changed|^change-?log$|^updates?$|^release[ -]notes?$|^details$/
/** Headings of internal sections that no single word reveals. */
const INTERNAL =
  /^continuous integration$|^contribut(?:or|ing)\b|^under the hood$|^for (?:contributors|developers)$/
const MAINTENANCE: Meaning = { kind: 'maintenance', told: false, breaking: false }
/** Words without a meaning of their own. */
const FILLERS = new Set([
  'changes',
  'change',
  'changed',
  'updates',
  'update',
  'other',
  'new',
  'notes',
  'release',
  'version',
  'misc',
  'patch',
])
/** Words that name a part of the product when they are next to an unknown word: "Stable style", "Storage format". */
const PRODUCT_PARTS = new Set(['style', 'styles', 'format', 'formatting', 'config'])
/** Words next to which a heading names the team's own code. */
const OWN_CODE = new Set(['code', 'and'])

/** What the headings above a line of a changelog say about it: the nearest one that has a meaning; null if none has. */
export function meaningOfHeadings(headings: readonly string[]): Meaning | null {
  for (const heading of headings.toReversed()) {
    const meaning = meaningOfHeading(heading)
    if (meaning !== null) return meaning
  }
  return null
}

/** What a changelog heading says about the items below it; null if it only names a part of the product. */
export function meaningOfHeading(heading: string): Meaning | null {
  const plain = heading
    .replace(/[([][^()[\]]*[)\]]/g, ' ')
    .replace(/[^\p{L}\p{N}\s/'-]/gu, ' ')
    .trim()
    .toLowerCase()
  if (GENERAL.test(plain)) return null
  if (INTERNAL.test(plain)) return MAINTENANCE
  return meaningOfWord(kindWord(plain)) ?? meaningOfWords(plain.split(/[\s/-]+/))
}

/** "Breaking" outweighs all other words, and a word for internal work the rest ("Test fixes"). */
function meaningOfWords(words: readonly string[]): Meaning | null {
  const telling = words.filter(word => !FILLERS.has(word))
  const isSort = telling.every(word => OWN_CODE.has(word) || meaningOfWord(word) !== null)
  const sorting = telling.filter(word => isSort || !PRODUCT_PARTS.has(word))
  const meanings = (telling.length > 0 ? sorting : words).flatMap(word => meaningOfWord(word) ?? [])
  return (
    meanings.find(({ breaking }) => breaking) ?? meanings.find(({ told }) => !told) ?? meanings[0] ?? null
  )
}
