import { DEPTH, NODES, predict, type Trees } from '#judgement/classification/model/model.ts'
import type { Steps } from '#judgement/steps.ts'
import type { Random } from '../random.ts'

/** The rows that trees are fitted to; rows with weight 0 are ignored. */
interface TreeRows {
  rows: readonly Float32Array[]
  weight: Float64Array
  target: Float64Array
  /** The log-odds of each row before the first tree. */
  start: Float64Array
}

interface BoostingOptions {
  trees: number
  learningRate: number
  /** The share of rows and of features that each tree sees. */
  rowsKept: number
  featuresKept: number
}

const RIDGE = 5
/** The least curvature that each node must keep after a split. */
const LEAST_CURVATURE = 10

/** Fits gradient-boosted trees to log-loss. The same input gives the same trees. */
export function* fitTrees(input: TreeRows, options: BoostingOptions, random: Random): Steps<Trees> {
  const booster = new Booster(input, options, random)
  for (let tree = 0; tree < options.trees; tree++) {
    booster.grow(tree * NODES)
    yield
  }
  return booster.trees
}

interface Split {
  gain: number
  feature: number
  bin: number
  below: number
  above: number
}

class Booster {
  readonly trees: Trees
  readonly #input: TreeRows
  readonly #options: BoostingOptions
  readonly #random: Random
  readonly #bins: Binned
  readonly #logOdds: Float64Array
  readonly #slope: Float64Array
  readonly #curve: Float64Array
  /** The node that each row has come to in the growing tree; -1 for rows left out of it. */
  readonly #node: Int16Array

  constructor(input: TreeRows, options: BoostingOptions, random: Random) {
    const size = options.trees * NODES
    const rows = input.rows.length
    this.#input = input
    this.#options = options
    this.#random = random
    this.#bins = binned(input.rows)
    this.#logOdds = input.start.slice()
    this.#slope = new Float64Array(rows)
    this.#curve = new Float64Array(rows)
    this.#node = new Int16Array(rows)
    this.trees = {
      feature: new Int16Array(size).fill(-1),
      threshold: new Float32Array(size),
      value: new Float32Array(size),
    }
  }

  grow(tree: number): void {
    this.#sample()
    const features = [...this.#bins.columns.keys()].filter(() => this.#random() < this.#options.featuresKept)
    for (let level = 0; level < DEPTH; level++) this.#split(tree, 2 ** level - 1, features)
    this.#apply(tree)
  }

  /** The gradient of every row, and which rows this tree sees. */
  #sample(): void {
    const { weight, target } = this.#input
    for (let row = 0; row < this.#node.length; row++) {
      const chance = 1 / (1 + Math.exp(-(this.#logOdds[row] as number)))
      const counts = weight[row] as number
      this.#slope[row] = counts * (chance - (target[row] as number))
      this.#curve[row] = counts * chance * (1 - chance)
      this.#node[row] = this.#random() < this.#options.rowsKept && counts > 0 ? 0 : -1
    }
  }

  #step(slope: number, curve: number): number {
    return (-this.#options.learningRate * slope) / (curve + RIDGE)
  }

  /** Gives every node of a level its best split, and moves the rows on. */
  #split(tree: number, first: number, features: readonly number[]): void {
    const best: (Split | undefined)[] = []
    const sums = new Float64Array((first + 1) * BINS * 2)
    for (const feature of features) {
      this.#histogram(sums, feature, first)
      for (let node = 0; node <= first; node++) {
        const found = this.#bestSplit(sums, node, feature)
        if (found && found.gain > (best[node]?.gain ?? 0)) best[node] = found
      }
    }
    for (const [node, split] of best.entries()) if (split) this.#place(tree, first + node, split)
    for (let row = 0; row < this.#node.length; row++) {
      const at = this.#node[row] as number
      const split = at < first ? undefined : best[at - first]
      if (split)
        this.#node[row] = 2 * at + ((this.#bins.columns[split.feature]?.[row] as number) > split.bin ? 2 : 1)
    }
  }

  /** Slope and curvature of each node of the level, by bin of the feature. */
  #histogram(sums: Float64Array, feature: number, first: number): void {
    const column = this.#bins.columns[feature] as Uint8Array
    sums.fill(0)
    for (let row = 0; row < column.length; row++) {
      const own = (this.#node[row] as number) - first
      if (own < 0) continue
      const at = 2 * (own * BINS + (column[row] as number))
      sums[at] = (sums[at] as number) + (this.#slope[row] as number)
      sums[at + 1] = (sums[at + 1] as number) + (this.#curve[row] as number)
    }
  }

  #bestSplit(sums: Float64Array, node: number, feature: number): Split | undefined {
    const own = sums.subarray(2 * node * BINS, 2 * (node + 1) * BINS)
    let [slope, curve, left, leftCurve] = [0, 0, 0, 0]
    for (let at = 0; at < own.length; at += 2) {
      slope += own[at] as number
      curve += own[at + 1] as number
    }
    const worth = (s: number, c: number) => (s * s) / (c + RIDGE)
    let best: Split | undefined
    for (let bin = 0; bin < BINS - 1; bin++) {
      left += own[2 * bin] as number
      leftCurve += own[2 * bin + 1] as number
      if (leftCurve < LEAST_CURVATURE || curve - leftCurve < LEAST_CURVATURE) continue
      const gain = worth(left, leftCurve) + worth(slope - left, curve - leftCurve) - worth(slope, curve)
      if (gain <= (best?.gain ?? 1e-9)) continue
      const [below, above] = [this.#step(left, leftCurve), this.#step(slope - left, curve - leftCurve)]
      best = { gain, feature, bin, below, above }
    }
    return best
  }

  #place(tree: number, node: number, { feature, bin, below, above }: Split): void {
    this.trees.feature[tree + node] = feature
    this.trees.threshold[tree + node] = this.#bins.cuts[feature]?.[bin] as number
    this.trees.value[tree + 2 * node + 1] = below
    this.trees.value[tree + 2 * node + 2] = above
  }

  /** Adds what the tree answers to every row, seen or not. */
  #apply(tree: number): void {
    const { rows } = this.#input
    const one: Trees = {
      feature: this.trees.feature.subarray(tree, tree + NODES),
      threshold: this.trees.threshold.subarray(tree, tree + NODES),
      value: this.trees.value.subarray(tree, tree + NODES),
    }
    for (let row = 0; row < rows.length; row++)
      this.#logOdds[row] = (this.#logOdds[row] as number) + predict(one, rows[row] as Float32Array)
  }
}

const BINS = 32

/** The features of many rows, each cut into few bins: a row's bin is how many of the feature's cuts it reaches. */
interface Binned {
  cuts: Float32Array[]
  columns: Uint8Array[]
}

function binned(rows: readonly Float32Array[]): Binned {
  const features = Array.from({ length: rows[0]?.length ?? 0 }, (_, feature) =>
    Float32Array.from(rows, row => row[feature] ?? 0),
  )
  const cuts = features.map(cutsOf)
  const columns = features.map((values, feature) =>
    Uint8Array.from(values, value => binOf(cuts[feature] as Float32Array, value)),
  )
  return { cuts, columns }
}

/** Cuts where about equally many rows lie between. */
function cutsOf(values: Float32Array): Float32Array {
  const sorted = values.toSorted()
  const cuts = new Set<number>()
  for (let bin = 1; bin < BINS; bin++) {
    const value = sorted[Math.floor((bin / BINS) * sorted.length)] ?? 0
    if (value > (sorted[0] ?? 0)) cuts.add(value)
  }
  const rare = sorted.find(value => value > (sorted[0] ?? 0))
  return Float32Array.from(cuts.size === 0 && rare !== undefined ? [rare] : cuts)
}

function binOf(cuts: Float32Array, value: number): number {
  let bin = 0
  while (bin < cuts.length && value >= (cuts[bin] as number)) bin++
  return bin
}
