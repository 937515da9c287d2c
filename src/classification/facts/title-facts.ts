import type { Visibility } from '../classification.ts'
import { areaOfScope, sortOfType } from '../signals/sorts.ts'
import type { TitleParts } from '../signals/title.ts'
import { meaningOfWord } from '../signals/vocabulary.ts'
import type { Fact } from './fact.ts'
import { titleWord } from './title-words.ts'
import { groupOf, wordsOf } from './words.ts'

/** What the title tells, prefix and words. */
export function titleFacts(title: TitleParts): Fact[] {
  return [...prefixFacts(title), ...wordFacts(title), ...formFacts(title)]
}

const fact = (name: string, detail: string, leans?: Visibility): Fact => ({
  name,
  source: 'title',
  detail,
  ...(leans && { leans }),
})

function prefixFacts({ type, scope, breaking, revert }: TitleParts): Fact[] {
  const facts: Fact[] = []
  if (type !== null) facts.push(typeFact(type))
  const area = scope === null ? null : areaOfScope(scope)
  if (area !== null) facts.push(fact(`scope:${area}`, `the title is about “${scope}”`, 'internal'))
  if (breaking) facts.push(fact('breaking', 'the title marks a breaking change', 'user-facing'))
  if (revert) facts.push(fact('revert', 'it takes back an earlier change', 'internal'))
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

function wordFacts({ text }: TitleParts): Fact[] {
  const words = wordsOf(text)
  if (MANNERS.has(words[0] ?? '')) words.shift()
  const facts = new Map<string, Fact>()
  for (const [at, word] of words.entries()) {
    const group = groupOf(word)
    if (group === null) continue
    const name = `${at === 0 ? 'verb' : 'word'}:${group}`
    if (!facts.has(name)) facts.set(name, { name, source: 'title', ...titleWord(group, word) })
  }
  return [...facts.values()]
}

/** Of a command line. */
const OPTION = /(?:^|[\s`'"“(])(--[a-z][\w-]{1,40})/

function formFacts({ text }: TitleParts): Fact[] {
  const facts: Fact[] = []
  const length = wordsOf(text).length
  const [, option] = OPTION.exec(text) ?? []
  if (option)
    facts.push(fact('option', `the title names an option that people type (“${option}”)`, 'user-facing'))
  if (text.includes('`')) facts.push(fact('code', 'the title names something in code'))
  if (length <= 3) facts.push(fact('short', 'the title says little'))
  if (length >= 11) facts.push(fact('long', 'the title goes into detail'))
  return facts
}
