import type { Fact } from '#judgement/classification/features/fact.ts'
import type { Features } from '#judgement/classification/features/features.ts'
import type { Word } from '#judgement/classification/features/words.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import type { WeighedEvidence } from '../reason.ts'
import type { Scored, Vocabulary } from './model.ts'

/** Contributions below this would not be among the few that are shown. */
const LEAST_WEIGHT = 0.03

/** Words that may weigh a little and tell a person nothing. */
const STOP_WORDS = new Set(
  `an the of for in on to and or with from by at as is it its this that be via into so we our can do has have was are not
   no if when while all one more than src lib libs packages package crates apps index main mod init core common json yml yaml
   toml lock ts js go py rs rb java kt php md txt`.split(/\s+/),
)

type Clause = Omit<WeighedEvidence, 'weight'>

/** What moved the model, in the pull request's own words, each thing once. Numbers that no sentence would name are left out. */
export function modelEvidence(
  pull: MergedPull,
  { facts }: Features,
  { encoded, contributions: { dense, words, context } }: Scored,
  vocabulary: Vocabulary,
): WeighedEvidence[] {
  const byName = new Map(facts.map(fact => [fact.name, fact]))
  const evidence: WeighedEvidence[] = []
  const add = (weight: number, clauseOf: () => Clause | undefined) => {
    const clause = Math.abs(weight) >= LEAST_WEIGHT ? clauseOf() : undefined
    if (clause === undefined) return
    const { source, detail, side } = clause
    evidence.push({ source, detail, side, weight })
  }
  const { numbers } = vocabulary
  for (const [at, name] of numbers.entries()) add(dense[at] ?? 0, () => clauseOfNumber(name, pull, byName))
  for (const [at, name] of vocabulary.facts.entries())
    add(dense[numbers.length + at] ?? 0, () => byName.get(name))
  for (const [at, { word }] of encoded.words.entries()) add(words[at] ?? 0, () => clauseOfWord(word, facts))
  add(context, () => clauseOfContext(context))
  return evidence
}

/** The clause for a number: that of the fact that belongs to it, or the size of the change. */
function clauseOfNumber(
  name: string,
  { additions, deletions, filesChanged }: MergedPull,
  facts: ReadonlyMap<string, Fact>,
): Clause | undefined {
  const [family, rest] = name.split(':')
  if (family === 'files' || family === 'lines') return facts.get(`only:${rest}`) ?? facts.get(`has:${rest}`)
  if (filesChanged === 0) return undefined
  if (family === 'size') return { source: 'size', detail: plural(additions + deletions, 'line') }
  if (family === 'spread') return { source: 'size', detail: plural(filesChanged, 'file') }
  if (name === 'title:typed') return [...facts.values()].find(fact => fact.name.startsWith('type:'))
  return name === 'body:length' ? facts.get('body:empty') : undefined
}

const plural = (count: number, thing: string): string => `${count} ${thing}${count === 1 ? '' : 's'} changed`

/** The clause for a word; that of a fact where the fact quotes the word from the title. */
function clauseOfWord({ source, text }: Word, facts: readonly Fact[]): Clause | undefined {
  if (STOP_WORDS.has(text)) return undefined
  if (source === 'path') return { source, detail: `it touches files named “${text}”` }
  if (source === 'body') return { source, detail: `the description says “${text}”` }
  const told = facts.find(fact => fact.source === 'title' && quotedWord(fact) === text)
  return told ?? { source, detail: `the title says “${text}”` }
}

/** The first word that a fact quotes from the title. */
const quotedWord = ({ detail }: Fact): string | undefined => /“([^”\s]+)/.exec(detail)?.[1]

/** The clause for many features that each count a little. They are told as one, which is too vague for a reason. */
const clauseOfContext = (weight: number): Clause => ({
  source: 'repository',
  detail: `compared with other changes in this repository, it looks ${weight > 0 ? 'customer-facing' : 'internal'}`,
})
