import { eachInSteps, type Steps } from '#kit/steps.ts'
import { factsOf } from '../../facts/facts.ts'
import { createEncoder, type Vocabulary } from '../encoder.ts'
import { Lexicon } from '../lexicon.ts'
import { NUMBERS, numberNamed } from '../numbers.ts'
import { createReader, type Reading } from '../reading.ts'
import { theTypeGuesser } from '../type-guesser.ts'
import type { Example, Targets } from './example.ts'
import type { Labelled } from './labelled.ts'
import { oddBumps, targetsOf } from './targets.ts'

/** A labelled pull request, read with and without the type in front of its title. */
export interface Lesson {
  labelled: Labelled
  readings: readonly [typed: Reading, bare: Reading]
  targets: Targets
}

export function* lessonsOf(rows: readonly Labelled[]): Steps<Lesson[]> {
  const odd = oddBumps(rows)
  const read = createReader(new Lexicon(), theTypeGuesser())
  return yield* eachInSteps(rows, labelled => {
    const { pull, bareTitle } = labelled
    const typed = read(pull, factsOf(pull))
    const bare = { ...pull, title: bareTitle }
    return {
      labelled,
      readings: [typed, bareTitle === pull.title ? typed : read(bare, factsOf(bare))],
      targets: targetsOf(labelled, !odd.has(pull.repo)),
    }
  })
}

export const isTelling = ({ targets }: Lesson): boolean => targets.visible !== null

/** A token that stands in fewer repositories tells of them rather than of changes. */
const REPOSITORIES = 3

export function vocabularyOf(lessons: readonly Lesson[]): Vocabulary {
  const known = (name: string) =>
    lessons
      .map(({ readings }) => numberNamed(readings[0].numbers, name))
      .filter(value => !Number.isNaN(value))
  const numbers = NUMBERS.filter(name => known(name).length > 0)
  const mean = new Float32Array(numbers.length)
  const deviation = new Float32Array(numbers.length)
  for (const [d, name] of numbers.entries()) {
    const values = known(name)
    const middle = values.reduce((sum, value) => sum + value, 0) / values.length
    mean[d] = middle
    deviation[d] =
      Math.sqrt(values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / values.length) + 1e-6
  }
  const repositories = Map.groupBy(lessons, ({ labelled }) => labelled.pull.repo).values()
  const read = repositories.map(own => own.flatMap(({ readings }) => readings)).toArray()
  return { tokens: spreadTokens(read, REPOSITORIES), numbers, mean, deviation }
}

/** The names of the tokens that stand in so many of the repositories, or in all where there are fewer, in ascending order. */
export function spreadTokens(repositories: readonly (readonly Reading[])[], least: number): string[] {
  const spread = new Map<string, number>()
  for (const own of repositories)
    for (const name of namesIn(own)) spread.set(name, (spread.get(name) ?? 0) + 1)
  const enough = Math.min(least, repositories.length)
  return [...spread]
    .flatMap(([name, count]) => (count >= enough ? [name] : []))
    .sort((a, b) => (a < b ? -1 : 1))
}

function namesIn(readings: readonly Reading[]): Set<string> {
  const names = new Set<string>()
  for (const { tokens, lexicon } of readings) for (const { id } of tokens) names.add(lexicon.names[id] ?? '')
  return names
}

export function* examplesOf(lessons: readonly Lesson[], vocabulary: Vocabulary): Steps<Example[]> {
  const { encode } = createEncoder(vocabulary)
  const repositories = [...new Set(lessons.map(({ labelled }) => labelled.pull.repo))].sort()
  return yield* eachInSteps(lessons, ({ labelled, readings: [typed, bare], targets }) => {
    const first = encode(typed)
    const variants = [first, bare === typed ? first : encode(bare)] as const
    return { variants, targets, group: repositories.indexOf(labelled.pull.repo) }
  })
}
