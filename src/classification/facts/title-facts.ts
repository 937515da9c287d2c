import type { Visibility } from '../classification.ts'
import { areaOfScope, sortOfType } from '../signals/sorts.ts'
import type { TitleParts } from '../signals/title.ts'
import { meaningOfWord } from '../signals/vocabulary.ts'
import type { Fact } from './fact.ts'
import { factsOfWord } from './title-words.ts'
import { wordsOf } from './words.ts'

/** What the title tells, prefix and words. */
export function titleFacts(title: TitleParts): Fact[] {
  const words = wordsOf(title.text)
  const facts = [...prefixFacts(title), ...wordFacts(words), ...formFacts(title, words.length)]
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
  const area = scope === null ? null : areaOfScope(scope)
  if (area !== null) facts.push(fact(`scope:${area}`, `the title is about “${scope}”`, 'internal'))
  if (breaking) facts.push(BREAKING)
  if (revert) facts.push(REVERT)
  return facts
}

const typeFact = (type: string): Fact =>
  fact(
    `type:${sortOfType(type)}`,
    `the title is marked “${type}”`,
    meaningOfWord(type)?.told ? 'user-facing' : 'internal',
  )

/** What may stand in front of the verb. */
const MANNERS: ReadonlySet<string> = new Set(
  'temporarily properly correctly automatically explicitly gracefully safely conditionally partially slightly simply finally'.split(
    ' ',
  ),
)

/** Of several words of one group the first. */
function wordFacts(words: readonly string[]): Fact[] {
  const facts: Fact[] = []
  const first = MANNERS.has(words[0] ?? '') ? 1 : 0
  for (let at = first; at < words.length; at++) {
    const known = factsOfWord(words[at] ?? '')
    const fact = at === first ? known?.verb : known?.word
    if (fact && !facts.some(({ name }) => name === fact.name)) facts.push(fact)
  }
  return facts
}

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
