import type { Visibility } from '../classification.ts'
import type { WordGroup } from './words.ts'

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

/** The clause about a word of the title, with the word as the author wrote it. */
export function titleWord(group: WordGroup, word: string): { detail: string; leans?: Visibility } {
  const topic = TOPICS[group]
  if (topic === undefined) return { detail: `the title says “${word}”` }
  return { detail: `the title speaks of ${topic[0]} (“${word}”)`, leans: topic[1] }
}
