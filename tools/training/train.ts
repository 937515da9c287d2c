import { NO_CONTEXT, RepositoryContext } from '#judgement/classification/features/repository-context.ts'
import {
  createEncoder,
  linearScore,
  type Model,
  type Predictions,
  TARGETS,
  treeScores,
} from '#judgement/classification/model/model.ts'
import { probability } from '#judgement/classification/score.ts'
import { eachInSteps, type Steps } from '#judgement/steps.ts'
import { calibrate, type Unseen } from './calibrate.ts'
import { byRepository, type Example } from './examples.ts'
import { type ContextOf, fitAllTrees, fitLinear, type LinearPart } from './fit.ts'

/** Folds of the cross-validation; each is made of whole repositories. */
const FOLDS = 5

export type Progress = (done: number, all: number) => void

/** Fits the model; the same examples in the same order give the same weights. */
export function* trainModel(examples: readonly Example[], progress: Progress = () => {}): Steps<Model> {
  const { unseen, contextOf } = yield* crossValidate(examples, (done, all) => progress(done, all + 1))
  const fitted = yield* fitParts(examples, contextOf)
  progress(2 * FOLDS + 1, 2 * FOLDS + 1)
  return { ...fitted, ...calibrate(unseen) }
}

function* fitParts(examples: readonly Example[], contextOf: ContextOf): Steps<Fitted> {
  const people = examples.filter(isByPeople)
  const part = yield* fitLinear(people)
  return { ...part, trees: yield* fitAllTrees(people, part.vocabulary, contextOf) }
}

const isByPeople = ({ targets }: Example): boolean => targets.visible !== null

/** The parts of the model that are fitted on the examples themselves. */
export type Fitted = Omit<Model, 'calibration' | 'thresholds'>

interface CrossValidation {
  unseen: Unseen[]
  contextOf: ContextOf
  /** For each repository, the fit that has not seen it. */
  fitted: ReadonlyMap<string, Fitted>
}

/**
 * Scores every example by fits that had not seen its repository. The regressions come first: their scores make the contexts that the
 * trees see.
 */
export function* crossValidate(examples: readonly Example[], progress: Progress): Steps<CrossValidation> {
  const folds = foldsOf(examples)
  const parts: LinearPart[] = []
  const scores = new Map<Example, Predictions>()
  for (const held of folds) {
    const part = yield* fitLinear(withoutRepositoriesOf(examples, held))
    const encode = createEncoder(part.vocabulary)
    yield* eachInSteps(held, example => {
      const encoded = encode(example.features)
      const own = TARGETS.map(target => [target, linearScore(part.linear[target], encoded)])
      scores.set(example, Object.fromEntries(own))
    })
    parts.push(part)
    progress(parts.length, 2 * folds.length)
  }
  const contextOf = yield* contextsOf(examples, scores)
  const unseen: Unseen[] = []
  const fitted = new Map<string, Fitted>()
  for (const [at, held] of folds.entries()) {
    const part = parts[at] as LinearPart
    const { vocabulary } = part
    const trees = yield* fitAllTrees(withoutRepositoriesOf(examples, held), vocabulary, contextOf)
    const encode = createEncoder(vocabulary)
    const told = held.filter(isByPeople)
    const scored = yield* eachInSteps(told, (example): Unseen => {
      const linear = scores.get(example) as Predictions
      return { example, linear, trees: treeScores(trees, encode(example.features), contextOf(example)) }
    })
    unseen.push(...scored)
    for (const repo of byRepository(held).keys()) fitted.set(repo, { ...part, trees })
    progress(folds.length + at + 1, 2 * folds.length)
  }
  return { unseen, contextOf, fitted }
}

/** Divides the examples into folds of whole repositories, dealing out the largest repositories first. */
function foldsOf(examples: readonly Example[]): Example[][] {
  const repositories = [...byRepository(examples)]
  repositories.sort(([a, x], [b, y]) => y.length - x.length || (a < b ? -1 : 1))
  const folds: Example[][] = Array.from({ length: Math.min(FOLDS, repositories.length) }, () => [])
  for (const [at, [, own]] of repositories.entries()) folds[at % folds.length]?.push(...own)
  return folds
}

function withoutRepositoriesOf(examples: readonly Example[], held: readonly Example[]): Example[] {
  const repositories = new Set(held.map(({ repo }) => repo))
  return examples.filter(example => isByPeople(example) && !repositories.has(example.repo))
}

/** Gives each example the context of the earlier ones of its repository, in the order of merging. */
function* contextsOf(
  examples: readonly Example[],
  scores: ReadonlyMap<Example, Predictions>,
): Steps<ContextOf> {
  const contexts = new Map<string, RepositoryContext>()
  const found = new Map<Example, Float32Array>()
  const inOrder = examples.toSorted((a, b) => a.pull.mergedAt - b.pull.mergedAt)
  yield* eachInSteps(inOrder, example => {
    const context = contexts.get(example.repo) ?? new RepositoryContext()
    contexts.set(example.repo, context)
    found.set(example, context.featuresOf(example.pull))
    context.add(example.pull, probability((scores.get(example)?.visible ?? 0) + example.signals))
  })
  return example => found.get(example) ?? NO_CONTEXT
}
