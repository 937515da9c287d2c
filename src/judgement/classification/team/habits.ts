import { hash } from 'node:crypto'
import type { Features } from '#judgement/classification/features/features.ts'
import { type Predictions, TARGETS, type Target } from '#judgement/classification/model/model.ts'
import { eachInSteps, type Steps } from '#judgement/steps.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import { type WeighedEvidence, withSide } from '../reason.ts'
import { type Correction, corrected, type DecisionRow, fitCorrection } from './correction.ts'
import { type ExampleSource, type OwnExample, targetsOf } from './examples.ts'
import { type Trait, type TraitColumns, type TraitValues, traitsOf, valuesOf } from './traits.ts'

function recurringTraits(examples: readonly (readonly Trait[])[]): TraitColumns {
  const counts = new Map<string, number>()
  for (const traits of examples) for (const { name } of traits) counts.set(name, (counts.get(name) ?? 0) + 1)
  const names = [...counts].flatMap(([name, count]) => (count > 1 ? [name] : []))
  return new Map(names.map((name, column) => [name, column]))
}

/** How much an example counts: a person's word most, the silence of a record least. */
const EXAMPLE_WEIGHTS: Record<ExampleSource, number> = {
  override: 1.5,
  entry: 1,
  history: 1,
  silence: 0.8,
}

/** The model's predictions as an account's own decisions adjust them. */
export interface Adjustment {
  predictions: Predictions
  /** What the habits add to `visible`. */
  evidence: WeighedEvidence[]
}

/** What an account's own decisions teach about its further merges. */
export interface Habits {
  /** The version of the account's own weights, 12 hex digits. */
  version: string
  adjust(pull: MergedPull, features: Features, predictions: Predictions): Adjustment | null
  /** Prior log-odds of "announced": what the account's record tells, as far as it is trusted, in place of the guess. */
  prior(guess: number, pull: MergedPull): number
}

/** An example with what the model made of it. */
export interface AssessedExample {
  example: OwnExample
  features: Features
  predictions: Predictions
}

type Corrections = Record<Target, Correction | null>

/** Learns from an account's examples, oldest first. Null where they teach nothing. The same examples give the same habits. */
export function* learnHabits(examples: readonly AssessedExample[]): Steps<Habits | null> {
  const traits = yield* eachInSteps(examples, ({ example, features }) => traitsOf(example.pull, features))
  const columns = recurringTraits(traits)
  const values = traits.map(own => valuesOf(own, columns))
  const corrections: Corrections = { visible: null, fix: null, feature: null, notable: null }
  for (const target of TARGETS)
    corrections[target] = yield* fitCorrection(rowsOf(examples, values, target), columns.size, target)
  if (TARGETS.every(target => corrections[target] === null)) return null
  const recorded = recordedLogOdds(examples)
  const trust = corrections.visible?.trust ?? 0
  const counts = countsOf(examples, traits)
  return {
    version: versionOf(corrections, columns),
    adjust(pull, features, predictions) {
      const own = valuesOf(traitsOf(pull, features), columns)
      const adjusted = { ...predictions }
      for (const target of TARGETS) {
        const correction = corrections[target]
        if (correction)
          adjusted[target] = corrected(correction, { logOdds: predictions[target], values: own })
      }
      const evidence = corrections.visible ? habitEvidence(corrections.visible, own, counts) : []
      return { predictions: adjusted, evidence }
    },
    prior: guess => (recorded === null ? guess : trust * recorded + (1 - trust) * guess),
  }
}

const rowsOf = (
  examples: readonly AssessedExample[],
  values: readonly TraitValues[],
  of: Target,
): DecisionRow[] =>
  examples.flatMap(({ example, predictions }, at) => {
    const target = targetsOf(example.answer)[of]
    if (target === null) return []
    const weight = EXAMPLE_WEIGHTS[example.source]
    return [{ logOdds: predictions[of], target, weight, values: values[at] ?? [] }]
  })

/** Merges that nobody picked which are needed to know how many are announced. */
const LEAST_RECORDED = 30

/** Only a record of all merges tells: of what people decide here, the classifier had picked most. */
function recordedLogOdds(examples: readonly AssessedExample[]): number | null {
  const fair = examples.filter(({ example }) => example.source === 'history' || example.source === 'silence')
  if (fair.length < LEAST_RECORDED) return null
  const announced = fair.filter(({ example }) => example.answer.visibility === 'user-facing').length
  return Math.log((announced + 10) / (fair.length - announced + 10))
}

function versionOf(corrections: Corrections, columns: TraitColumns): string {
  const weights = TARGETS.map(target => {
    const correction = corrections[target]
    return correction && [correction.offset, ...correction.weights]
  })
  return hash('sha256', JSON.stringify([[...columns.keys()], weights]), 'hex').slice(0, 12)
}

/** How often changes with a trait came, and how often they were announced. */
interface Count {
  times: number
  announced: number
}

/** Counts by trait; that of all examples has the empty name. */
type Counts = ReadonlyMap<string, Count>

const NO_COUNT: Count = { times: 0, announced: 0 }

function countsOf(examples: readonly AssessedExample[], traits: readonly (readonly Trait[])[]): Counts {
  const counts = new Map<string, Count>()
  for (const [at, { example }] of examples.entries())
    for (const name of ['', ...(traits[at] ?? []).map(trait => trait.name)]) {
      const { times, announced } = counts.get(name) ?? NO_COUNT
      const isAnnounced = example.answer.visibility === 'user-facing'
      counts.set(name, { times: times + 1, announced: announced + Number(isAnnounced) })
    }
  return counts
}

/** A trait with fewer examples is not named as a habit, though it may weigh a little. */
const LEAST_TIMES = 4
const LEAST_WEIGHT = 0.03

/** What the habits add to `visible`, in plain words; what is too slight or too odd to be told is one sum. */
function habitEvidence(
  { offset, weights }: Correction,
  values: TraitValues,
  counts: Counts,
): WeighedEvidence[] {
  const evidence: WeighedEvidence[] = []
  let rest = offset
  for (const { trait, column, value } of values) {
    const weight = (weights[column] ?? 0) * value
    const detail = Math.abs(weight) < LEAST_WEIGHT ? null : habitOf(trait, weight, counts)
    if (detail === null) rest += weight
    else evidence.push(withSide({ source: 'team', detail, weight }))
  }
  const often = rest > 0 ? 'more' : 'less'
  const detail = `this team announces such changes ${often} often than others do`
  return [...evidence, { source: 'team', detail, weight: rest }]
}

/** A habit is told only where the plain count shows it too: several at work on one change may hide each other. */
function habitOf({ name, about }: Trait, weight: number, counts: Counts): string | null {
  const [all, count] = ['', name].map(one => counts.get(one) ?? NO_COUNT) as [Count, Count]
  if (about === null || count.times < LEAST_TIMES) return null
  const excess = count.announced / count.times - all.announced / all.times
  if (excess * weight <= 0) return null
  return `the team announced ${count.announced} of ${count.times} ${about}`
}
