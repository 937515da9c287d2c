import type { Steps } from '#kit/steps.ts'
import { NO_BACKDROP } from '../backdrop.ts'
import type { GrownHead } from '../model.ts'
import { DEPTH, type FactRange, type Forest, featuresOf, NODES } from '../trees.ts'
import { BINS, type Binned, binned } from './bins.ts'
import { type Example, randomOf } from './example.ts'
import { weighExamples } from './weighing.ts'

/** How trees are grown. */
export interface Growing {
  trees: number
  rate: number
  rowsKept: number
  featuresKept: number
  shrink: number
  leastWeight: number
}

/** The share of changes that trees see without the others of their repository, so that they also know what to say where there are none. */
const ALONE = 0.25

/** How a change stands against others is told by many numbers a little each: that takes more trees, each of which sees fewer of them. */
const GROWING: Record<GrownHead, Growing> = {
  visible: { trees: 240, rate: 0.06, rowsKept: 0.7, featuresKept: 0.25, shrink: 5, leastWeight: 10 },
  fix: { trees: 120, rate: 0.1, rowsKept: 0.7, featuresKept: 0.4, shrink: 5, leastWeight: 10 },
}

/** What trees are grown on. */
export interface Ground {
  rows: readonly Float32Array[]
  weight: Float64Array
  target: Float64Array
  /** What stands before the first tree, in log-odds. */
  start: Float64Array
}

/** What is being fitted: rows with a weight and an answer, and what the trees so far say of each. */
interface Field extends Binned {
  growing: Growing
  weight: Float64Array
  target: Float64Array
  logOdds: Float64Array
  slope: Float64Array
  curve: Float64Array
  /** The node of the growing tree that each row has come to; -1 for rows left out of it. */
  node: Int16Array
}

/**
 * Fits gradient-boosted trees to one answer. What the trees say begins at each repository's own usual answer, so that they need not
 * explain how much a team likes to announce, and that start is left out afterwards. The same input gives the same trees.
 */
export function* growForest(
  examples: readonly Example[],
  range: FactRange,
  head: GrownHead,
  seed: number,
): Steps<Forest> {
  const random = randomOf(seed)
  const told = examples.filter(({ targets }) => targets[head] !== null)
  return yield* growOn(groundOf(told, range, head, random), GROWING[head], random)
}

/** Fits gradient-boosted trees to what stands before them. The same input gives the same trees. */
export function* growOn(ground: Ground, growing: Growing, random: () => number): Steps<Forest> {
  const field = fieldOf(ground, growing)
  const size = growing.trees * NODES
  const forest: Forest = {
    feature: new Int16Array(size).fill(-1),
    threshold: new Float32Array(size),
    value: new Float32Array(size),
  }
  for (let tree = 0; tree < size; tree += NODES) {
    growTree(forest, tree, field, random)
    yield
  }
  return forest
}

function groundOf(
  examples: readonly Example[],
  range: FactRange,
  head: GrownHead,
  random: () => number,
): Ground {
  return {
    rows: examples.map(({ variants, against }) => {
      const variant = random() < 0.5 ? 0 : 1
      const alone = against === undefined || random() < ALONE
      return featuresOf(variants[variant], range, alone ? NO_BACKDROP : against[variant])
    }),
    weight: weighExamples([head], examples)[head],
    target: Float64Array.from(examples, ({ targets }) => targets[head] ?? 0),
    start: usualAnswers(examples, head),
  }
}

function fieldOf({ rows, weight, target, start }: Ground, growing: Growing): Field {
  const empty = () => new Float64Array(rows.length)
  return {
    ...binned(rows),
    growing,
    weight,
    target,
    logOdds: start.slice(),
    slope: empty(),
    curve: empty(),
    node: new Int16Array(rows.length),
  }
}

/** No repository's usual answer is taken for more certain than this. */
const SURELY = 0.98

/** For each row how its repository usually answers, in log-odds. */
function usualAnswers(examples: readonly Example[], head: GrownHead): Float64Array {
  const usual = new Map<number, number>()
  for (const [group, rows] of Map.groupBy(examples, example => example.group)) {
    const share = rows.filter(({ targets }) => targets[head] === 1).length / rows.length
    const held = Math.max(1 - SURELY, Math.min(SURELY, share))
    usual.set(group, Math.log(held / (1 - held)))
  }
  return Float64Array.from(examples, ({ group }) => usual.get(group) ?? 0)
}

function growTree(forest: Forest, tree: number, field: Field, random: () => number): void {
  sow(field, random)
  const features = [...field.columns.keys()].filter(() => random() < field.growing.featuresKept)
  const sums = sumsOf(field)
  forest.value[tree] = answer(sums.slope, sums.curve, field.growing)
  for (let level = 0; level < DEPTH; level++) splitLevel(forest, tree, 2 ** level - 1, field, features)
  harvest(forest, tree, field)
}

/** Where each row stands before a tree: how far off the answer is, and which rows this tree sees. */
function sow(field: Field, random: () => number): void {
  const { growing, weight, target, logOdds, slope, curve, node } = field
  for (let row = 0; row < node.length; row++) {
    const chance = 1 / (1 + Math.exp(-(logOdds[row] ?? 0)))
    const counts = weight[row] ?? 0
    slope[row] = counts * (chance - (target[row] ?? 0))
    curve[row] = counts * chance * (1 - chance)
    node[row] = random() < growing.rowsKept && counts > 0 ? 0 : -1
  }
}

function sumsOf({ slope, curve, node }: Field): { slope: number; curve: number } {
  const sums = { slope: 0, curve: 0 }
  for (let row = 0; row < node.length; row++) {
    if (node[row] !== 0) continue
    sums.slope += slope[row] ?? 0
    sums.curve += curve[row] ?? 0
  }
  return sums
}

const answer = (slope: number, curve: number, { rate, shrink }: Growing): number =>
  (-rate * slope) / (curve + shrink)

interface Split {
  gain: number
  feature: number
  bin: number
  below: number
  above: number
}

/** Gives every node of a level its best split, and moves the rows on. */
function splitLevel(
  forest: Forest,
  tree: number,
  first: number,
  field: Field,
  features: readonly number[],
): void {
  const best: (Split | undefined)[] = []
  const totals = totalsOf(field, first)
  const sums = new Float64Array((first + 1) * BINS * 2)
  for (const feature of features) {
    gather(sums, field, feature, first, totals)
    for (let node = 0; node <= first; node++) {
      const found = bestSplit(sums, node, feature, field.growing)
      if (found && found.gain > (best[node]?.gain ?? 0)) best[node] = found
    }
  }
  for (const [node, split] of best.entries())
    if (split) plant(forest, tree + first + node, 2 * (first + node), tree, split, field)
  move(forest, tree, first, field, best)
}

/** Slope and curve of all rows of each node of the level. */
function totalsOf({ slope, curve, node }: Field, first: number): Float64Array {
  const totals = new Float64Array(2 * (first + 1))
  for (let row = 0; row < node.length; row++) {
    const at = 2 * ((node[row] ?? -1) - first)
    if (at < 0) continue
    totals[at] = (totals[at] ?? 0) + (slope[row] ?? 0)
    totals[at + 1] = (totals[at + 1] ?? 0) + (curve[row] ?? 0)
  }
  return totals
}

/** The same by bin of the feature. What the present rows don't hold of a node's total is in its first bin. */
function gather(
  sums: Float64Array,
  field: Field,
  feature: number,
  first: number,
  totals: Float64Array,
): void {
  const { slope, curve, node } = field
  const column = field.columns[feature] ?? new Uint8Array(0)
  sums.fill(0)
  for (let own = 0; own <= first; own++) sums.set(totals.subarray(2 * own, 2 * own + 2), 2 * own * BINS)
  for (const row of field.present[feature] ?? []) {
    const own = (node[row] ?? -1) - first
    if (own < 0) continue
    const start = 2 * own * BINS
    const at = start + 2 * (column[row] ?? 0)
    const s = slope[row] ?? 0
    const c = curve[row] ?? 0
    sums[at] = (sums[at] ?? 0) + s
    sums[at + 1] = (sums[at + 1] ?? 0) + c
    sums[start] = (sums[start] ?? 0) - s
    sums[start + 1] = (sums[start + 1] ?? 0) - c
  }
}

function bestSplit(sums: Float64Array, node: number, feature: number, growing: Growing): Split | undefined {
  const from = 2 * node * BINS
  let [slope, curve, left, leftCurve] = [0, 0, 0, 0]
  for (let at = from; at < from + 2 * BINS; at += 2) {
    slope += sums[at] ?? 0
    curve += sums[at + 1] ?? 0
  }
  const worth = (s: number, c: number) => (s * s) / (c + growing.shrink)
  let best: Split | undefined
  for (let bin = 0; bin < BINS - 1; bin++) {
    left += sums[from + 2 * bin] ?? 0
    leftCurve += sums[from + 2 * bin + 1] ?? 0
    if (leftCurve < growing.leastWeight || curve - leftCurve < growing.leastWeight) continue
    const gain = worth(left, leftCurve) + worth(slope - left, curve - leftCurve) - worth(slope, curve)
    if (gain > (best?.gain ?? 1e-9))
      best = {
        gain,
        feature,
        bin,
        below: answer(left, leftCurve, growing),
        above: answer(slope - left, curve - leftCurve, growing),
      }
  }
  return best
}

function plant(forest: Forest, at: number, twice: number, tree: number, split: Split, { cuts }: Field): void {
  forest.feature[at] = split.feature
  forest.threshold[at] = cuts[split.feature]?.[split.bin] ?? 0
  forest.value[tree + twice + 1] = split.below
  forest.value[tree + twice + 2] = split.above
}

function move(
  forest: Forest,
  tree: number,
  first: number,
  { columns, node }: Field,
  best: readonly (Split | undefined)[],
): void {
  for (let row = 0; row < node.length; row++) {
    const at = node[row] ?? -1
    if (at < first || (forest.feature[tree + at] ?? -1) < 0) continue
    const split = best[at - first]
    if (split) node[row] = 2 * at + ((columns[split.feature]?.[row] ?? 0) > split.bin ? 2 : 1)
  }
}

/** Adds what the tree says to every row, seen or not. */
function harvest(
  { feature, threshold, value }: Forest,
  tree: number,
  { cuts, columns, logOdds }: Field,
): void {
  for (let row = 0; row < logOdds.length; row++) {
    let node = 0
    for (let asked = feature[tree] ?? -1; asked >= 0; asked = feature[tree + node] ?? -1) {
      const bin = columns[asked]?.[row] ?? 0
      const reached = bin > 0 ? (cuts[asked]?.[bin - 1] ?? 0) : Number.NEGATIVE_INFINITY
      node = 2 * node + (reached >= (threshold[tree + node] ?? 0) ? 2 : 1)
    }
    logOdds[row] = (logOdds[row] ?? 0) + (value[tree + node] ?? 0)
  }
}
