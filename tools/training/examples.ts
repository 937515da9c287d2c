import { type Features, featuresOf } from '#judgement/classification/features/features.ts'
import { NUMBERS } from '#judgement/classification/features/numbers.ts'
import type { Target, Vocabulary } from '#judgement/classification/model/model.ts'
import { signalsOf } from '#judgement/classification/record/signals.ts'
import { eachInSteps, type Steps } from '#judgement/steps.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import { type Labelled, oddBumps, targetsOf } from './labelled.ts'

/** A labelled pull request as the model learns from it. */
export interface Example {
  labelled: Labelled
  repo: string
  /** The pull request. Every second example has no type in front of its title, because only some teams write one. */
  pull: MergedPull
  features: Features
  targets: Record<Target, 0 | 1 | null>
  /** What the signals of the pull request add to `visible`, in log-odds. */
  signals: number
}

export function* examplesOf(rows: readonly Labelled[]): Steps<Example[]> {
  const odd = oddBumps(rows)
  return yield* eachInSteps(rows, (labelled, at) => {
    const { repo } = labelled.pull
    const pull = at % 2 === 0 ? labelled.pull : { ...labelled.pull, title: labelled.bareTitle }
    const signals = signalsOf(pull).reduce((sum, { weight }) => sum + weight, 0)
    const targets = targetsOf(labelled, !odd.has(repo))
    return { labelled, repo, pull, features: featuresOf(pull), targets, signals }
  })
}

export const byRepository = (examples: readonly Example[]): Map<string, Example[]> =>
  Map.groupBy(examples, ({ repo }) => repo)

/** The fewest repositories that a fact or word must occur in; rarer ones describe a repository rather than a change. */
const LEAST_REPOSITORIES = 3

export function vocabularyOf(examples: readonly Example[]): Vocabulary {
  const repositories = [...byRepository(examples).values()]
  const statistics = NUMBERS.map(name => {
    const values = examples.flatMap(({ features }) => features.numbers[name] ?? [])
    const mean = values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
    const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, values.length)
    return { mean, deviation: Math.sqrt(variance) + 1e-6 }
  })
  return {
    numbers: NUMBERS,
    mean: Float32Array.from(statistics, ({ mean }) => mean),
    deviation: Float32Array.from(statistics, ({ deviation }) => deviation),
    facts: commonNames(repositories, ({ facts }) => facts),
    words: commonNames(repositories, ({ words }) => words),
  }
}

function commonNames(
  repositories: readonly (readonly Example[])[],
  of: (features: Features) => readonly { name: string }[],
): string[] {
  const counts = new Map<string, number>()
  for (const own of repositories) {
    const names = new Set(own.flatMap(({ features }) => of(features).map(({ name }) => name)))
    for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  const enough = Math.min(LEAST_REPOSITORIES, repositories.length)
  return [...counts].flatMap(([name, count]) => (count >= enough ? [name] : [])).sort()
}

/** The number of answers below which a repository counts less than the others, since its answers may be chance. */
const FEW = 150
const MOST = 3
const MOST_FOR_RARE = 6

/** Weights by which repositories count alike; for `notable`, which is rare, the two answers of each repository do so as well. */
export function weightsFor(target: Target, examples: readonly Example[]): Float64Array {
  const groups = byRepository(examples)
  const usual = examples.length / Math.max(1, groups.size)
  const positive = new Map(
    [...groups].map(([repo, own]) => [repo, own.filter(({ targets }) => targets[target] === 1).length]),
  )
  return Float64Array.from(examples, ({ repo, targets }) => {
    const size = groups.get(repo)?.length ?? 0
    const fair = Math.min(MOST, usual / Math.max(size, FEW))
    const yes = positive.get(repo) ?? 0
    const alike = targets[target] === 1 ? yes : size - yes
    return target === 'notable' ? fair * Math.min(MOST_FOR_RARE, size / 2 / alike) : fair
  })
}

export const answering = (examples: readonly Example[], target: Target): Example[] =>
  examples.filter(({ targets }) => targets[target] !== null)
