import { remembering } from '#kit/remembering.ts'
import type { Visibility } from '../classification.ts'
import { areaOfScope, sortOfType } from '../signals/sorts.ts'
import type { TitleParts } from '../signals/title.ts'
import { meaningOfWord } from '../signals/vocabulary.ts'
import type { Fact } from './fact.ts'
import { HOLE } from './hole.ts'
import { type WordFacts, wordsTold } from './title-words.ts'

/** What the title tells, prefix and words. */
export function titleFacts(title: TitleParts): Fact[] {
  const words = wordsTold(title.text)
  const said = wordFacts(words)
  const facts = [...prefixFacts(title), ...said, ...holeFacts(title, said), ...formFacts(title, words.length)]
  return title.revert ? facts.map(ofReverted) : facts
}

/** What the title of the reverted change speaks of is not what its revert brings. */
const ofReverted = (one: Fact): Fact => (one === REVERT ? one : { ...one, leans: undefined })

const fact = (name: string, detail: string, leans?: Visibility): Fact => ({
  name,
  source: 'title',
  detail,
  leans,
})

const BREAKING = fact('breaking', 'the title marks a breaking change', 'user-facing')
const REVERT = fact('revert', 'it takes back an earlier change', 'internal')

function prefixFacts({ type, scope, breaking, revert }: TitleParts): Fact[] {
  const facts: Fact[] = []
  if (type !== null) facts.push(typeFact(type))
  if (scope !== null) facts.push(...scopeFacts(scope))
  if (breaking) facts.push(BREAKING)
  if (revert) facts.push(REVERT)
  return facts
}

/** Types and scopes recur, and many patterns tell what they are. */
const KEPT = 500

const typeFact = remembering(
  (type): Fact =>
    fact(
      `type:${sortOfType(type)}`,
      `the title is marked “${type}”`,
      meaningOfWord(type)?.told ? 'user-facing' : 'internal',
    ),
  KEPT,
)

const scopeFacts = remembering((scope): Fact[] => {
  const area = areaOfScope(scope)
  return area === null ? [] : [fact(`scope:${area}`, `the title is about “${scope}”`, 'internal')]
}, KEPT)

/** Of several words of one group the first. */
function wordFacts(words: readonly WordFacts[]): Fact[] {
  const facts: Fact[] = []
  const first = words[0]?.isManner ? 1 : 0
  for (let at = first; at < words.length; at++) {
    const fact = at === first ? words[at]?.verb : words[at]?.word
    if (fact && !facts.some(({ name }) => name === fact.name)) facts.push(fact)
  }
  return facts
}

function holeFacts({ text }: TitleParts, said: readonly Fact[]): Fact[] {
  const [hole] = HOLE.exec(text) ?? []
  if (hole === undefined || said.some(({ name }) => GUARDED.has(name))) return []
  return [fact('word:guarded', `the title speaks of security (“${hole}”)`, 'user-facing')]
}

const GUARDED: ReadonlySet<string> = new Set(['word:guarded', 'verb:guarded'])

/** Of a command line. */
const OPTION = /(?:^|[\s`'"“(])(--[a-z][\w-]{1,40})/

const CODE = fact('code', 'the title names something in code')
const SHORT = fact('short', 'the title says little')
const LONG = fact('long', 'the title goes into detail')

/** `length` in words. */
function formFacts({ text }: TitleParts, length: number): Fact[] {
  const facts: Fact[] = []
  const [, option] = OPTION.exec(text) ?? []
  if (option)
    facts.push(fact('option', `the title names an option that people type (“${option}”)`, 'user-facing'))
  if (text.includes('`')) facts.push(CODE)
  if (length <= 3) facts.push(SHORT)
  if (length >= 11) facts.push(LONG)
  return facts
}
