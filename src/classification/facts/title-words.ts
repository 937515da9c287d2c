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

/** A word's fact where it is the title's verb, and where it stands anywhere else in it. */
interface WordFacts {
  verb: Fact
  word: Fact
}

const FACTS: ReadonlyMap<string, WordFacts> = new Map(
  [...GROUP_OF].map(([word, group]) => [
    word,
    { verb: factOf('verb', group, word), word: factOf('word', group, word) },
  ]),
)

/** Undefined for a word that tells nothing. */
export const factsOfWord = (word: string): WordFacts | undefined => FACTS.get(word)

/** With the word as the author wrote it. */
function factOf(place: 'verb' | 'word', group: WordGroup, word: string): Fact {
  const [topic, leans] = AMBIGUOUS.has(word) ? [] : (TOPICS[group] ?? [])
  const detail = topic === undefined ? `the title says “${word}”` : `the title speaks of ${topic} (“${word}”)`
  return { name: `${place}:${group}`, source: 'title', detail, leans }
}
