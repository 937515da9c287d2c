import { areaOfScope, sortOfType } from '../signals/sorts.ts'
import type { TitleParts } from '../signals/title.ts'
import type { Fact } from './fact.ts'
import { groupOf, type WordGroup, wordsOf } from './words.ts'

/** What the title tells, prefix and words. */
export function titleFacts(title: TitleParts): Fact[] {
  return [...prefixFacts(title), ...wordFacts(title), ...formFacts(title)]
}

const fact = (name: string, detail: string): Fact => ({ name, source: 'title', detail })

function prefixFacts({ type, scope, breaking, revert }: TitleParts): Fact[] {
  const facts: Fact[] = []
  if (type !== null) facts.push(fact(`type:${sortOfType(type)}`, `the title is marked “${type}”`))
  const area = scope === null ? null : areaOfScope(scope)
  if (area !== null) facts.push(fact(`scope:${area}`, `the title is about “${scope}”`))
  if (breaking) facts.push(fact('breaking', 'the title marks a breaking change'))
  if (revert) facts.push(fact('revert', 'it takes back an earlier change'))
  return facts
}

function wordFacts({ text }: TitleParts): Fact[] {
  const words = wordsOf(text)
  const facts = new Map<string, Fact>()
  for (const [at, word] of words.entries()) {
    const group = groupOf(word)
    if (group === null) continue
    const name = `${at === 0 ? 'verb' : 'word'}:${group}`
    if (!facts.has(name)) facts.set(name, fact(name, wordDetail(group, word, at)))
  }
  return [...facts.values()]
}

function wordDetail(group: WordGroup, word: string, at: number): string {
  if (at === 0) return `the title begins with “${word}”`
  return group === 'screen'
    ? `the title speaks of something on the screen (“${word}”)`
    : `the title says “${word}”`
}

function formFacts({ text }: TitleParts): Fact[] {
  const facts: Fact[] = []
  const length = wordsOf(text).length
  if (text.includes('`')) facts.push({ ...fact('code', 'the title names something in code'), aside: true })
  if (length <= 3) facts.push({ ...fact('short', 'the title says little'), aside: true })
  if (length >= 11) facts.push({ ...fact('long', 'the title goes into detail'), aside: true })
  return facts
}
