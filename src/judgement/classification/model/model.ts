import type { Features } from '#judgement/classification/features/features.ts'
import { CONTEXT_SIZE, NO_CONTEXT } from '#judgement/classification/features/repository-context.ts'
import type { Word } from '#judgement/classification/features/words.ts'
import type { Thresholds } from '../score.ts'

export const DEPTH = 4
/** The nodes of one tree: node n has the children 2n + 1 and 2n + 2. */
export const NODES = 2 ** (DEPTH + 1) - 1

/** Gradient-boosted decision trees, one after the other in each array. */
export interface Trees {
  /** The feature that a node asks for; -1 at a leaf. */
  feature: Int16Array
  /** The thresholds of the nodes: a row at or above one goes to the second child. */
  threshold: Float32Array
  /** What the tree answers if it ends here, in log-odds. */
  value: Float32Array
}

/** The trees' answer in log-odds. Adds to `contributions`, where given, what each split moved it, by the split's feature. */
export function predict(
  { feature, threshold, value }: Trees,
  row: Float32Array,
  contributions?: Float64Array,
): number {
  let sum = 0
  for (let tree = 0; tree < value.length; tree += NODES) {
    let node = tree
    for (let asked = feature[node] as number; asked >= 0; asked = feature[node] as number) {
      const second = (row[asked] as number) >= (threshold[node] as number)
      const child = tree + 2 * (node - tree) + (second ? 2 : 1)
      if (contributions)
        contributions[asked] =
          (contributions[asked] as number) + (value[child] as number) - (value[node] as number)
      node = child
    }
    sum += value[node] as number
  }
  return sum
}

/** The features that the model knows, by name, in the order of its weights. */
export interface Vocabulary {
  numbers: readonly string[]
  mean: Float32Array
  deviation: Float32Array
  facts: readonly string[]
  words: readonly string[]
}

/** Features in the model's order: numbers as deviations from their mean, facts as 1 or 0, and the words that it knows. */
export interface Encoded {
  dense: Float32Array
  words: readonly KnownWord[]
}

interface KnownWord {
  word: Word
  /** The indexes of the words in the vocabulary. */
  index: number
}

/** Numbers further from their mean are cut to this many deviations. */
const MOST_DEVIATIONS = 4

export function createEncoder({ numbers, mean, deviation, facts, words }: Vocabulary) {
  const factIndex = new Map(facts.map((name, at) => [name, numbers.length + at]))
  const wordIndex = new Map(words.map((name, at) => [name, at]))
  return (features: Features): Encoded => {
    const dense = new Float32Array(numbers.length + facts.length)
    for (const [at, name] of numbers.entries()) {
      // A number that is not known is taken to be the mean.
      const away =
        ((features.numbers[name] ?? (mean[at] as number)) - (mean[at] as number)) / (deviation[at] as number)
      dense[at] = Math.max(-MOST_DEVIATIONS, Math.min(MOST_DEVIATIONS, away))
    }
    for (const { name } of features.facts) {
      const at = factIndex.get(name)
      if (at !== undefined) dense[at] = 1
    }
    const words = features.words.flatMap((word): KnownWord[] => {
      const index = wordIndex.get(word.name)
      return index === undefined ? [] : [{ word, index }]
    })
    return { dense, words }
  }
}

/**
 * What the model predicts, in log-odds: would a customer notice; a fix rather than something new; a feature rather than an improvement;
 * more than a patch.
 */
export const TARGETS = ['visible', 'fix', 'feature', 'notable'] as const
export type Target = (typeof TARGETS)[number]
export type Predictions = Record<Target, number>

/** The targets that trees predict besides the regressions, because some features tell more together than one by one. */
export const TREE_TARGETS = ['visible', 'fix', 'notable'] as const satisfies Target[]
export type TreeTarget = (typeof TREE_TARGETS)[number]

/** The weights of a logistic regression: dense features, words, then the intercept. */
export type Linear = Float32Array

/** How much the regression and the trees count, and what is added. */
export interface Calibration {
  linear: number
  trees: number
  offset: number
}

export interface Model {
  vocabulary: Vocabulary
  linear: Record<Target, Linear>
  /** The trees; those for `visible` also see the repository's context. */
  trees: Record<TreeTarget, Trees>
  calibration: Record<Target, Calibration>
  thresholds: Thresholds
}

/** What each feature adds to `visible`. */
interface Contributions {
  dense: Float64Array
  /** The weights of the words, in the order in which words are encoded. */
  words: number[]
  context: number
}

export interface Scored {
  encoded: Encoded
  predictions: Predictions
  contributions: Contributions
}

/** The weighted sum, not calibrated. */
export function linearScore(weights: Linear, { dense, words }: Encoded): number {
  let sum = weights.at(-1) ?? 0
  for (let at = 0; at < dense.length; at++) sum += (dense[at] as number) * (weights[at] as number)
  for (const { word, index } of words) sum += word.value * (weights[dense.length + index] as number)
  return sum
}

export function treeRow({ dense }: Encoded, context: Float32Array): Float32Array {
  const row = new Float32Array(dense.length + context.length)
  row.set(dense)
  row.set(context, dense.length)
  return row
}

/** What the trees predict, not calibrated. Adds what each feature moves `visible` to `contributions`, where given. */
export function treeScores(
  { visible, fix, notable }: Model['trees'],
  encoded: Encoded,
  context: Float32Array,
  contributions?: Float64Array,
): Record<TreeTarget, number> {
  const alone = treeRow(encoded, NO_CONTEXT)
  return {
    visible: predict(visible, treeRow(encoded, context), contributions),
    fix: predict(fix, alone),
    notable: predict(notable, alone),
  }
}

export function createScorer({ vocabulary, linear, trees, calibration }: Model) {
  const encode = createEncoder(vocabulary)
  return (features: Features, context: Float32Array): Scored => {
    const encoded = encode(features)
    const byTrees = new Float64Array(encoded.dense.length + CONTEXT_SIZE)
    const sums: Partial<Predictions> = treeScores(trees, encoded, context, byTrees)
    const predicted = TARGETS.map(target => {
      const { linear: slope, trees: treeSlope, offset } = calibration[target]
      return [target, slope * linearScore(linear[target], encoded) + treeSlope * (sums[target] ?? 0) + offset]
    })
    const { linear: slope, trees: treeSlope } = calibration.visible
    const weights = linear.visible
    const { dense, words } = encoded
    return {
      encoded,
      predictions: Object.fromEntries(predicted),
      contributions: {
        dense: Float64Array.from(
          dense,
          (value, at) => slope * value * (weights[at] as number) + treeSlope * (byTrees[at] as number),
        ),
        words: words.map(({ word, index }) => slope * word.value * (weights[dense.length + index] as number)),
        context: treeSlope * byTrees.subarray(dense.length).reduce((sum, one) => sum + one, 0),
      },
    }
  }
}
