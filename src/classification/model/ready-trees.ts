import { instructions } from './instructions.ts'
import { type Forest, levelled } from './trees.ts'

/** Of a node, and of the 32-bit and the 64-bit numbers. */
const NODE = 12
const NUMBER = 4
const SHARE = 8

interface Instructions {
  grow(tree: number, end: number, features: number, shares: number): number
}

/**
 * Forests that are asked about the same features, in memory of their own, by instructions that neither check each place nor make 64 bits
 * of 32 first: a decision takes some 1,500 steps down their trees.
 */
export class ReadyTrees {
  /** To be written before a forest is asked. */
  readonly features: Float32Array
  /** What the splits on each feature moved the answer of the forest that was asked last. */
  readonly shares: Float64Array
  readonly #instructions: Instructions
  /** Where each forest begins and ends. */
  readonly #spans: { from: number; to: number }[] = []

  /** All nodes ask for one of so many features. */
  constructor(forests: readonly Forest[], features: number) {
    const nodesFrom = (SHARE + NUMBER) * features
    const nodes = forests.reduce((count, { value }) => count + value.length, 0)
    const { memory, ...own } = instructions<Instructions>('trees', nodesFrom + NODE * nodes)
    this.#instructions = own
    this.shares = new Float64Array(memory, 0, features)
    this.features = new Float32Array(memory, SHARE * features, features)
    let from = nodesFrom
    for (const forest of forests) {
      write(forest, new DataView(memory, from))
      this.#spans.push({ from, to: from + NODE * forest.value.length })
      from += NODE * forest.value.length
    }
  }

  /** What a forest, counted from zero, says of the features, in log-odds. */
  grow(forest: number): number {
    const { from, to } = this.#spans[forest] as { from: number; to: number }
    this.shares.fill(0)
    return this.#instructions.grow(from, to, this.features.byteOffset, this.shares.byteOffset)
  }
}

function write(forest: Forest, memory: DataView): void {
  const { feature, threshold, value } = levelled(forest)
  for (let node = 0; node < value.length; node++) {
    memory.setInt32(NODE * node, NUMBER * Math.max(0, feature[node] ?? 0), true)
    memory.setFloat32(NODE * node + 4, threshold[node] ?? 0, true)
    memory.setFloat32(NODE * node + 8, value[node] ?? 0, true)
  }
}
