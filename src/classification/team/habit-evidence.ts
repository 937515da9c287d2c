import type { Fact } from '../facts/fact.ts'
import { outspoken, type Weighed } from '../reason.ts'
import type { OwnExample } from './example.ts'
import type { Correction } from './fit.ts'
import type { Marks } from './tablet.ts'
import type { Group, Trait } from './traits.ts'

/** How often changes with a trait came, and how often they were announced. */
export interface Count {
  times: number
  announced: number
}

/** The counts of an account's examples by trait, and of all. */
export interface Counts {
  all: Count
  byTrait: ReadonlyMap<string, Count>
}

export function countsOf(seen: readonly { example: OwnExample; traits: readonly Trait[] }[]): Counts {
  const all = { times: 0, announced: 0 }
  const byTrait = new Map<string, Count>()
  for (const { example, traits } of seen) {
    const told = Number(example.answer.visibility === 'user-facing')
    for (const count of [all, ...traits.map(({ name }) => countFor(byTrait, name))]) {
      count.times++
      count.announced += told
    }
  }
  return { all, byTrait }
}

function countFor(byTrait: Map<string, Count>, name: string): Count {
  const count = byTrait.get(name) ?? { times: 0, announced: 0 }
  byTrait.set(name, count)
  return count
}

/** Fewer times are no habit to speak of, though they may weigh a little. */
const SPOKEN_OF = 4
const FAINT = 0.03

/** What a habit is about, in the words before "were announced 3 of 4 times here"; null for what sounds silly as a habit. */
const ABOUT: Partial<Record<Group, (said: string) => string>> = {
  title: word => `changes whose title says “${word}”`,
  pair: words => `changes whose title says “${words}”`,
  first: word => `changes whose title begins with “${word}”`,
  scope: word => `changes titled as about “${word}”`,
  path: word => `changes of files named “${word}”`,
  folder: path => `changes in ${path}`,
  'folder-any': path => `changes in ${path}`,
  file: path => `changes of ${path}`,
  'file-any': path => `changes of ${path}`,
  author: name => `changes by ${name}`,
  label: name => `changes labelled “${name}”`,
}

/** What the habits add to "a customer would notice", each in plain words; what is too slight or too odd to be told is one sum. */
export function habitEvidence(
  { offset, weights }: Correction,
  { traits, places, values }: Marks & { traits: readonly Trait[] },
  counts: Counts,
  facts: ReadonlyMap<string, Fact>,
): Weighed[] {
  const told = new Map<string, number>()
  let rest = offset
  for (const [q, trait] of traits.entries()) {
    const weight = (weights[places[q] ?? 0] ?? 0) * (values[q] ?? 0)
    const detail = Math.abs(weight) < FAINT ? null : detailOf(trait, weight, counts, facts)
    if (detail === null) rest += weight
    else told.set(detail, (told.get(detail) ?? 0) + weight)
  }
  const evidence = [...told].map(([detail, weight]) => outspoken({ source: 'team', detail, weight }))
  return [...evidence, { source: 'team', detail: restOf(rest), weight: rest }]
}

const restOf = (weight: number): string =>
  `this team announces such changes ${weight > 0 ? 'more' : 'less'} often than others do`

/** What the account's merges around a change add: of many things a little, so told as one. */
export const aroundEvidence = (weight: number): Weighed => ({
  source: 'team',
  detail: `merges like it here speak ${weight > 0 ? 'for' : 'against'} announcing it`,
  weight,
})

/** A habit is told only where the plain count shows it too: several at work on one change may hide each other. */
function detailOf(
  trait: Trait,
  weight: number,
  { all, byTrait }: Counts,
  facts: ReadonlyMap<string, Fact>,
): string | null {
  const count = byTrait.get(trait.name)
  const about = aboutOf(trait, facts)
  if (count === undefined || about === null || count.times < SPOKEN_OF) return null
  const excess = count.announced / count.times - all.announced / all.times
  if (excess * weight <= 0) return null
  return `${about} were announced ${count.announced} of ${count.times} times here`
}

function aboutOf({ group, said }: Trait, facts: ReadonlyMap<string, Fact>): string | null {
  if (said === '') return null
  if (group !== 'fact') return ABOUT[group]?.(said) ?? null
  const fact = facts.get(said)
  return fact?.leans === undefined ? null : `changes where ${fact.detail}`
}
