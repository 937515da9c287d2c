import { NO_CONTEXT } from '#judgement/classification/features/repository-context.ts'
import { fitLogistic } from '#judgement/classification/model/logistic-regression.ts'
import type { Trees } from '#judgement/classification/model/model.ts'
import {
  createEncoder,
  type Encoded,
  type Linear,
  type Model,
  TARGETS,
  type Target,
  type TreeTarget,
  treeRow,
  type Vocabulary,
} from '#judgement/classification/model/model.ts'
import type { Steps } from '#judgement/steps.ts'
import { randomOf } from '../random.ts'
import { fitTrees } from './boosting.ts'
import { answering, byRepository, type Example, vocabularyOf, weightsFor } from './examples.ts'

/** The regressions and the vocabulary of their features. */
export type LinearPart = Pick<Model, 'vocabulary' | 'linear'>

/** The standard deviations of the priors of the weights, in log-odds: how far each kind of weight is expected to be from zero. */
const DEVIATIONS = { number: 0.1, fact: 0.3, title: 0.3, body: 0.1, path: 0.3, intercept: 3, repository: 2 }

export function* fitLinear(examples: readonly Example[]): Steps<LinearPart> {
  const vocabulary = vocabularyOf(examples)
  const encode = createEncoder(vocabulary)
  const encoded = new Map(examples.map(example => [example, encode(example.features)]))
  yield
  const linear: Partial<Record<Target, Linear>> = {}
  for (const target of TARGETS) linear[target] = yield* fitTarget(target, examples, encoded, vocabulary)
  return { vocabulary, linear: linear as Record<Target, Linear> }
}

/** Fits the regression of a target. A separate intercept for each repository, later dropped, accounts for how much its team announces. */
function* fitTarget(
  target: Target,
  all: readonly Example[],
  encoded: ReadonlyMap<Example, Encoded>,
  vocabulary: Vocabulary,
): Steps<Linear> {
  const examples = answering(all, target)
  const scales = [...scalesOf(vocabulary), DEVIATIONS.intercept]
  const repositories = [...byRepository(examples).keys()]
  const entries = examples.map(example => [
    ...entriesOf(encoded.get(example) as Encoded, scales),
    [scales.length - 1, DEVIATIONS.intercept] as const,
    [scales.length + repositories.indexOf(example.repo), DEVIATIONS.repository] as const,
  ])
  const weights = yield* fitLogistic(entries, scales.length + repositories.length, {
    start: new Float64Array(examples.length),
    target: examples.map(({ targets }) => targets[target] ?? 0),
    weight: weightsFor(target, examples),
  })
  return Float32Array.from(scales, (scale, at) => scale * (weights[at] ?? 0))
}

const scalesOf = ({ numbers, facts, words }: Vocabulary): number[] => [
  ...numbers.map(() => DEVIATIONS.number),
  ...facts.map(() => DEVIATIONS.fact),
  ...words.map(name => DEVIATIONS[name.split(':')[0] as 'title' | 'body' | 'path']),
]

function entriesOf({ dense, words }: Encoded, scales: readonly number[]): [number, number][] {
  const entries: [number, number][] = []
  for (const [at, value] of dense.entries()) if (value !== 0) entries.push([at, value * (scales[at] ?? 0)])
  for (const { word, index } of words) {
    const at = dense.length + index
    entries.push([at, word.value * (scales[at] ?? 0)])
  }
  return entries
}

/** The context of each example among the earlier changes of its repository. */
export type ContextOf = (example: Example) => Float32Array

const BOOSTING = { trees: 240, learningRate: 0.06, rowsKept: 0.7, featuresKept: 0.25 }
const SEED = 1
/** The share of examples that the trees see without context, so that they also learn to judge where there is none. */
const ALONE = 0.25
/** The least distance from 0 and 1 that a repository's share of positive answers is taken to have. */
const LEAST_SHARE = 0.02

export function* fitAllTrees(
  examples: readonly Example[],
  vocabulary: Vocabulary,
  contextOf: ContextOf,
): Steps<Model['trees']> {
  return {
    visible: yield* fitTreesFor('visible', examples, vocabulary, contextOf),
    fix: yield* fitTreesFor('fix', examples, vocabulary, () => NO_CONTEXT),
    notable: yield* fitTreesFor('notable', examples, vocabulary, () => NO_CONTEXT),
  }
}

/** Fits the trees of a target. They start from each repository's share of positive answers, which is left out of the model. */
function* fitTreesFor(
  target: TreeTarget,
  all: readonly Example[],
  vocabulary: Vocabulary,
  contextOf: ContextOf,
): Steps<Trees> {
  const examples = answering(all, target)
  const encode = createEncoder(vocabulary)
  const random = randomOf(SEED)
  const shares = new Map([...byRepository(examples)].map(([repo, own]) => [repo, shareLogOdds(own, target)]))
  const rows = examples.map(example =>
    treeRow(encode(example.features), random() < ALONE ? NO_CONTEXT : contextOf(example)),
  )
  yield
  const input = {
    rows,
    weight: weightsFor(target, examples),
    target: Float64Array.from(examples, ({ targets }) => targets[target] ?? 0),
    start: Float64Array.from(examples, ({ repo }) => shares.get(repo) ?? 0),
  }
  return yield* fitTrees(input, BOOSTING, random)
}

function shareLogOdds(examples: readonly Example[], target: Target): number {
  const share = examples.filter(({ targets }) => targets[target] === 1).length / examples.length
  const bounded = Math.max(LEAST_SHARE, Math.min(1 - LEAST_SHARE, share))
  return Math.log(bounded / (1 - bounded))
}
