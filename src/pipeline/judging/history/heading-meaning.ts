import { type Meaning, meaningOfWord } from '#judgement/classification/record/vocabulary.ts'
import { kindWord } from '#judgement/copy/notes/note.ts'

/** Headings over a whole release, or by the size of a version bump: they sort nothing. */
const GENERAL =
  /^(?:(?:patch|minor|major|other|all|more|notable|full)[ -])?(?:changes?|releases?)$|^what'?s[ -]changed|^change-?log$|^updates?$|^release[ -]notes?$|^details$/
/** Names of sections that are made of several words, none of which sorts changes elsewhere. */
const BACKSTAGE =
  /^continuous integration$|^contribut(?:or|ing)\b|^under the hood$|^for (?:contributors|developers)$/
const MAINTENANCE: Meaning = { kind: 'maintenance', told: false, breaking: false }
/** Words that say nothing among others. */
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
/** Beside a word that sorts nothing they name what the product does: "Stable style", "Storage format". */
const PARTS = new Set(['style', 'styles', 'format', 'formatting', 'config'])
/** Words beside which they name the team's own code all the same. */
const OWN_CODE = new Set(['code', 'and'])

/** What a changelog's heading says of the items below it; null where it only names a part of the product. */
export function meaningOfHeading(heading: string): Meaning | null {
  const plain = heading
    .replace(/[([][^()[\]]*[)\]]/g, ' ')
    .replace(/[^\p{L}\p{N}\s/'-]/gu, ' ')
    .trim()
    .toLowerCase()
  if (GENERAL.test(plain)) return null
  if (BACKSTAGE.test(plain)) return MAINTENANCE
  return meaningOfWord(kindWord(plain)) ?? meaningOfWords(plain.split(/[\s/-]+/))
}

/** A word for what customers don't see wins over the others ("Test fixes"), and "breaking" over all. */
function meaningOfWords(words: readonly string[]): Meaning | null {
  const telling = words.filter(word => !FILLERS.has(word))
  const isSort = telling.every(word => OWN_CODE.has(word) || meaningOfWord(word) !== null)
  const sorting = telling.filter(word => isSort || !PARTS.has(word))
  const meanings = (telling.length > 0 ? sorting : words).flatMap(word => meaningOfWord(word) ?? [])
  return (
    meanings.find(({ breaking }) => breaking) ?? meanings.find(({ told }) => !told) ?? meanings[0] ?? null
  )
}
