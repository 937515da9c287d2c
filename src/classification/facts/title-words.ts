import { isCapital, isDigit, isLetter, LOWER } from '#kit/letters.ts'
import { spread } from '#kit/stretch.ts'
import { WordTable } from '#kit/word-table.ts'
import type { Visibility } from '../classification.ts'
import type { Fact } from './fact.ts'
import { GROUP_OF, type WordGroup } from './words.ts'

/** What the title speaks of where it holds a word of the group, and which side a person takes that to speak for. */
const TOPICS: Partial<Record<WordGroup, [topic: string, leans: Visibility]>> = {
  fix: ['a fix', 'user-facing'],
  fault: ['something that goes wrong', 'user-facing'],
  guard: ['what it should or should not do', 'user-facing'],
  add: ['something new', 'user-facing'],
  enable: ['something that people can do or set', 'user-facing'],
  show: ['what is shown', 'user-facing'],
  improve: ['an improvement', 'user-facing'],
  speed: ['speed or memory', 'user-facing'],
  remove: ['something that goes away', 'user-facing'],
  deprecate: ['something that will go away', 'user-facing'],
  guarded: ['security', 'user-facing'],
  screen: ['something on the screen', 'user-facing'],
  people: ['the people who use it', 'user-facing'],
  surface: ['something that customers work with', 'user-facing'],
  platform: ['a platform that customers use', 'user-facing'],
  test: ['tests', 'internal'],
  tidy: ['tidying up', 'internal'],
  refactor: ['rearranging code', 'internal'],
  docs: ['documentation', 'internal'],
  ci: ['automation around the code', 'internal'],
  ship: ['the making of releases', 'internal'],
  upgrade: ['updating what it is built with', 'internal'],
  unused: ['something that is no longer needed', 'internal'],
  inside: ['the inside of the code', 'internal'],
  example: ['examples or the website', 'internal'],
  partial: ['one step of a longer work', 'internal'],
  gated: ['something that is not for everyone yet', 'internal'],
  revert: ['taking something back', 'internal'],
}

/**
 * Words that as often mean something else: "include a header", "close the file", a prettier page, mail templates, the spec of a client,
 * comments of guests. They count, and are no reason.
 */
const AMBIGUOUS: ReadonlySet<string> = new Set(
  `include open close prettier template templates site spec specs unit nightly runner step part phase hook hooks log logs container
   repo repository comment comments format style styles version versions preview documents clarify clarifies`.split(
    /\s+/,
  ),
)

/** What a word of a title tells. */
export interface WordFacts {
  /** Where it is the title's verb; undefined, as below, where it tells nothing. */
  verb: Fact | undefined
  /** Where it stands anywhere else. */
  word: Fact | undefined
  /** Whether it may stand in front of the verb. */
  isManner: boolean
}

const MANNERS: ReadonlySet<string> = new Set(
  'temporarily properly correctly automatically explicitly gracefully safely conditionally partially slightly simply finally'.split(
    ' ',
  ),
)

const NOTHING: WordFacts = { verb: undefined, word: undefined, isManner: false }

/** How many words are kept, as a power of two. */
const KEPT_BITS = 12
const KNOWN = new WordTable((word): WordFacts => {
  const group = GROUP_OF.get(word)
  const isManner = MANNERS.has(word)
  if (group === undefined) return isManner ? { ...NOTHING, isManner } : NOTHING
  return { verb: factOf('verb', group, word), word: factOf('word', group, word), isManner }
}, KEPT_BITS)

/** Of each word of a title in order, code spans left out. Words begin with a letter, and hold letters, digits, hyphens and apostrophes. */
export function wordsTold(title: string): WordFacts[] {
  const words: WordFacts[] = []
  const word = spread(title.includes('`') ? title.replace(/`[^`]*`/g, ' ') : title)
  const { codes, to: end } = word
  for (let at = 0; at < end; at++) {
    if (!isLetter(codes[at] as number)) continue
    word.from = at
    while (at < end && goesOn(codes[at] as number)) {
      codes[at] = inSmall(codes[at] as number)
      at++
    }
    word.to = at
    words.push(KNOWN.of(word))
  }
  return words
}

const inSmall = (code: number): number => (isCapital(code) ? code | LOWER : code)

const [HYPHEN, APOSTROPHE, CURLED] = [45, 39, 0x2019]
const goesOn = (code: number): boolean =>
  isLetter(code) || isDigit(code) || code === HYPHEN || code === APOSTROPHE || code === CURLED

/** With the word as the author wrote it. */
function factOf(place: 'verb' | 'word', group: WordGroup, word: string): Fact {
  const [topic, leans] = AMBIGUOUS.has(word) ? [] : (TOPICS[group] ?? [])
  const detail = topic === undefined ? `the title says “${word}”` : `the title speaks of ${topic} (“${word}”)`
  return { name: `${place}:${group}`, source: 'title', detail, leans }
}
