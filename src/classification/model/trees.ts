import { BACKDROP_NUMBERS } from './backdrop.ts'
import type { Encoded } from './encoder.ts'

export const DEPTH = 4
/** Of one tree: node n has the children 2n + 1 and 2n + 2. */
export const NODES = 2 ** (DEPTH + 1) - 1

/**
 * Boosted decision trees on what is measured: the numbers, the facts and how a change stands against its repository's others, no other
 * words. They see thresholds and what facts mean together, which the network sees less well. All trees stand one after the other.
 */
export interface Forest {
  /** Which feature a node asks for: a number by its index, then the facts, then the numbers of the backdrop; -1 at a leaf. */
  feature: Int16Array
  /** At or above it goes to the second child. */
  threshold: Float32Array
  /** What the answer would be here, in log-odds; the next nodes correct it. */
  value: Float32Array
}

/** They answer nothing. */
export const noTrees = (): Forest => ({
  feature: new Int16Array(0),
  threshold: new Float32Array(0),
  value: new Float32Array(0),
})

/** Where the facts stand among the tokens' ids: they are neighbours, since the vocabulary is in order. */
export interface FactRange {
  from: number
  to: number
}

export function factRange(tokens: readonly string[]): FactRange {
  const from = tokens.findIndex(name => name.startsWith('fact:'))
  return { from, to: tokens.findLastIndex(name => name.startsWith('fact:')) + 1 }
}

export const featureCount = (numbers: number, { from, to }: FactRange): number =>
  numbers + to - from + BACKDROP_NUMBERS

/** The features of a row: numbers, then 1 for each fact that holds, then the backdrop. Written into an array that is given. */
export function featuresOf(
  { ids, numbers }: Encoded,
  { from, to }: FactRange,
  against: Float32Array,
  features: Float32Array = new Float32Array(featureCount(numbers.length, { from, to })),
): Float32Array {
  features.fill(0, numbers.length)
  features.set(numbers)
  features.set(against, numbers.length + to - from)
  for (const id of ids) if (id >= from && id < to) features[numbers.length + id - from] = 1
  return features
}

/** Trees in which every way down takes as many steps. */
export interface Level extends Forest {
  readonly steps: typeof DEPTH
}

/**
 * The same trees, quicker to ask: where a tree ended early it asks on what changes nothing, so that no step waits to know whether it was
 * the last, nor which of two ways was taken.
 */
export function levelled(forest: Forest): Level {
  const feature = Int16Array.from(forest.feature)
  const threshold = Float32Array.from(forest.threshold)
  const value = Float32Array.from(forest.value)
  for (let tree = 0; tree < value.length; tree += NODES)
    for (let node = 0; node < LEAVES_FROM; node++) {
      if ((feature[tree + node] ?? 0) >= 0) continue
      feature[tree + node] = 0
      for (const child of [tree + 2 * node + 1, tree + 2 * node + 2]) {
        feature[child] = -1
        value[child] = value[tree + node] ?? 0
      }
    }
  return { feature, threshold, value, steps: DEPTH }
}

/** The first leaf of a level tree. */
const LEAVES_FROM = 2 ** DEPTH - 1

/** What the trees say, in log-odds; where many are asked often, `ReadyTrees` are quicker. */
export function answerOf({ feature, threshold, value, steps }: Level, features: Float32Array): number {
  let answer = 0
  for (let tree = 0; tree < value.length; tree += NODES) {
    let node = 0
    for (let step = 0; step < steps; step++) {
      const at = tree + node
      const isSecond = (features[feature[at] as number] as number) >= (threshold[at] as number)
      node = (2 * node + 1 + Number(isSecond)) | 0
    }
    answer += value[tree + node] as number
  }
  return answer
}
