import type { TitleParts } from '#judgement/classification/record/title.ts'
import { areaOfScope, meaningOfWord, sortOfType } from '#judgement/classification/record/vocabulary.ts'
import { memoize } from '#platform/cache.ts'
import type { Visibility } from '../classification.ts'
import { type Fact, titleFact } from './fact.ts'
import { plainFacts } from './plain-words.ts'
import { VULNERABILITY } from './security.ts'
import GROUPS from './word-groups.json' with { type: 'json' }

const OPTION = /(?:^|[\s`'"“(])(--[a-z][\w-]{1,40})/

export function titleFacts(title: TitleParts): Fact[] {
  const { facts: said, words } = wordFacts(title.text)
  const facts = [
    ...prefixFacts(title),
    ...said,
    ...vulnerabilityFacts(title.text, said),
    ...formFacts(title.text, words),
    ...plainFacts(title),
  ]
  // What the title of a reverted change speaks of is not what its revert brings.
  if (!title.revert) return facts
  const reverted = facts.map(one => ({ ...one, side: undefined }))
  return [...reverted, titleFact('revert', 'it takes back an earlier change', 'internal')]
}

function prefixFacts({ type, scope, breaking }: TitleParts): Fact[] {
  const facts: Fact[] = []
  if (type !== null) facts.push(typeFact(type))
  if (scope !== null) facts.push(...scopeFacts(scope))
  if (breaking) facts.push(titleFact('breaking', 'the title marks a breaking change', 'user-facing'))
  return facts
}

const KEPT = 500

const typeFact = memoize((type): Fact => {
  const side = meaningOfWord(type)?.told ? 'user-facing' : 'internal'
  return titleFact(`type:${sortOfType(type)}`, `the title is marked “${type}”`, side)
}, KEPT)

const scopeFacts = memoize((scope): Fact[] => {
  const area = areaOfScope(scope)
  return area === null ? [] : [titleFact(`scope:${area}`, `the title is about “${scope}”`, 'internal')]
}, KEPT)

function vulnerabilityFacts(text: string, said: readonly Fact[]): Fact[] {
  const [words] = VULNERABILITY.exec(text) ?? []
  if (words === undefined || said.some(({ name }) => name.endsWith(':guarded'))) return []
  return [titleFact('word:guarded', `it is about security (“${words}”)`, 'user-facing')]
}

function formFacts(text: string, words: number): Fact[] {
  const facts: Fact[] = []
  const [, option] = OPTION.exec(text) ?? []
  if (option)
    facts.push(titleFact('option', `the title names an option that people type (“${option}”)`, 'user-facing'))
  if (text.includes('`')) facts.push(titleFact('code', 'the title names something in code'))
  if (words <= 3) facts.push(titleFact('short', 'the title says little'))
  if (words >= 11) facts.push(titleFact('long', 'the title goes into detail'))
  return facts
}

/** What a colleague would say of a title that holds a word of the group, and the side that a person takes that to speak for. */
interface WordGroup {
  words: string
  clause?: string
  side?: string
}

/** The name of the group, and the group, of each word that tells something. */
const GROUP_OF: ReadonlyMap<string, readonly [string, WordGroup]> = new Map(
  Object.entries<WordGroup>(GROUPS).flatMap(([name, group]) =>
    group.words.split(' ').map(word => [word, [name, group]] as const),
  ),
)

/** The words by which a title speaks of work on the code. */
export const INTERNAL_WORDS: ReadonlySet<string> = new Set(
  Object.values<WordGroup>(GROUPS).flatMap(({ side, words }) =>
    side === 'internal' ? words.split(' ') : [],
  ),
)

const listed = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/** Words that as often mean something else ("include a header", "close the file", mail templates): they count, and are no reason. */
const AMBIGUOUS = listed(`
  include open close prettier template templates site spec specs unit nightly runner step part phase hook hooks log logs container
  repo repository comment comments format style styles version versions preview documents clarify clarifies`)

/** Adverbs that may stand in front of the verb. */
const ADVERBS = listed(`
  temporarily properly correctly automatically explicitly gracefully safely conditionally partially slightly simply finally`)

const WORD = /[a-z][a-z\d'’-]*/g

/** What the words of a title tell, of several words of one group the first, and how many words there are. Code spans are left out. */
function wordFacts(title: string): { facts: Fact[]; words: number } {
  const words =
    title
      .replace(/`[^`]*`/g, ' ')
      .toLowerCase()
      .match(WORD) ?? []
  const verb = ADVERBS.has(words[0] ?? '') ? 1 : 0
  const facts = new Map<string, Fact>()
  for (const [at, word] of words.entries()) {
    const [group, about] = GROUP_OF.get(word) ?? []
    if (about === undefined || at < verb) continue
    const name = `${at === verb ? 'verb' : 'word'}:${group}`
    if (facts.has(name)) continue
    const quoted = at === verb ? phraseOf(words.slice(at, at + PHRASE)) : word
    facts.set(name, wordFact(name, about, quoted))
  }
  return { facts: [...facts.values()], words: words.length }
}

/** A verb is quoted with the words behind it, as far as they say what it is about. */
const PHRASE = 3
const phraseOf = (words: readonly string[]): string =>
  words.join(' ').replace(/(?: (?:a|an|and|by|for|from|if|in|into|is|of|on|or|the|to|when|with)){1,2}$/, '')

function wordFact(name: string, { clause, side }: WordGroup, quoted: string): Fact {
  const [word = ''] = quoted.split(' ', 1)
  if (clause === undefined || AMBIGUOUS.has(word)) return titleFact(name, `the title says “${quoted}”`)
  return titleFact(name, `${clause} (“${quoted}”)`, side as Visibility)
}
