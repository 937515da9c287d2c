import type { Steps } from '#kit/steps.ts'
import type { Encoded } from '../encoder.ts'
import { HEADS, type Head, LAYERS, type Network, NUMBER_SCALE, sizesOf } from '../network.ts'
import type { Family } from '../token.ts'
import { type Example, randomOf } from './example.ts'
import { type ExampleWeights, weighExamples } from './weighing.ts'

/** What a network is to learn, and how large it is. The first question has the straight way. */
export interface Course<Asked extends string> {
  heads: readonly Asked[]
  /** How much each question counts. */
  weights: readonly number[]
  hidden: number
  epochs: number
}

/** What the model is asked. */
export const OF_NOTICE: Course<Head> = { heads: HEADS, weights: [1, 0.7, 0.35, 0.35], hidden: 32, epochs: 4 }

const LEARNING = {
  rate: 0.02,
  tokensDropped: 0.4,
  numbersDropped: 0.3,
  sourcesDropped: 0.3,
  unitsDropped: 0.2,
  shrink: 1e-5,
}
/** What is read in one place. A place is left out as a whole at times, since teams differ in how much they write there. */
const SOURCES: readonly (readonly Family[])[] = [
  ['title', 'pair', 'first', 'last', 'scope'],
  ['body', 'body-pair', 'point'],
  ['path', 'ending'],
]
/** The straight way learns from single words, so it is held back more. */
const DIRECT_SHRINK = 3e-4
/** Records err: no answer is taken for more certain than this. */
const DOUBT = 0.05

/** A layer while it is learnt: its weights, and the sum of the squares of what moved each. */
interface Layer {
  values: Float32Array
  past: Float32Array
}

/** One step of Adagrad: weights that moved much already move less. */
function descend(layer: Layer, at: number, slope: number, rate: number): void {
  const past = (layer.past[at] ?? 0) + slope * slope
  layer.past[at] = past
  layer.values[at] = (layer.values[at] ?? 0) - (rate * slope) / Math.sqrt(past)
}

/**
 * Fits a network by stochastic gradient descent with dropped-out words. Each repository has an intercept of its own while learning,
 * averaged afterwards, so that words need not explain how much a team likes to announce. The same input gives the same weights.
 */
export function* fitNetwork<Asked extends string>(
  course: Course<Asked>,
  examples: readonly Example<Asked>[],
  sizes: Sizes,
  seed: number,
): Steps<Network> {
  const groups = 1 + Math.max(0, ...new Set(examples.map(({ group }) => group)))
  const learner = new Learner(course, sizes, groups, seed)
  const weights = weighExamples(course.heads, examples)
  const order = Uint32Array.from(examples, (_, index) => index)
  for (let epoch = 0; epoch < course.epochs; epoch++) {
    shuffle(order, learner.random)
    const rate = LEARNING.rate * (1.05 - epoch / course.epochs)
    for (const index of order) {
      const example = examples[index]
      if (example) learner.learn(example, index, weights, rate)
      yield
    }
  }
  return learner.finish(examples)
}

function shuffle(order: Uint32Array, random: () => number): void {
  for (let i = order.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1))
    const kept = order[i] ?? 0
    order[i] = order[j] ?? 0
    order[j] = kept
  }
}

/** How many there are. */
type Sizes = Record<'tokens' | 'numbers', number>

class Learner<Asked extends string> {
  private readonly course: Course<Asked>
  readonly random: () => number
  private readonly layers: Record<(typeof LAYERS)[number] | 'intercept', Layer>
  private readonly groups: number
  private readonly hidden: Float64Array
  private readonly active: Float64Array
  private readonly mask: Float64Array
  private readonly back: Float64Array
  private ids = new Int32Array(0)
  private values = new Float64Array(0)
  private kept = 0
  private measured = new Float64Array(0)

  constructor(course: Course<Asked>, { tokens, numbers }: Sizes, groups: number, seed: number) {
    this.course = course
    this.random = randomOf(seed)
    this.groups = groups
    const { hidden, heads } = course
    this.hidden = new Float64Array(hidden)
    this.active = new Float64Array(hidden)
    this.mask = new Float64Array(hidden)
    this.back = new Float64Array(hidden)
    const sizes = sizesOf({ hidden, tokens, numbers, heads: heads.length })
    const layer = (size: number, spread: number, past: number): Layer => ({
      values: Float32Array.from({ length: size }, () => spread && spread * this.bell()),
      past: new Float32Array(size).fill(past),
    })
    this.layers = {
      token: layer(sizes.token, 0.02, 0.01),
      tokenDirect: layer(sizes.tokenDirect, 0, 1),
      number: layer(sizes.number, 0.05, 0.01),
      hiddenBias: layer(sizes.hiddenBias, 0, 0.01),
      out: layer(sizes.out, 0.2, 1e-8),
      outBias: layer(sizes.outBias, 0, 1e-8),
      intercept: layer(groups * heads.length, 0, 1e-8),
    }
  }

  /** About normal, around zero. */
  private bell(): number {
    return 2 * (this.random() + this.random() + this.random() - 1.5)
  }

  learn(
    { variants, targets, group }: Example<Asked>,
    index: number,
    weights: ExampleWeights<Asked>,
    rate: number,
  ): void {
    const row = variants[this.random() < 0.5 ? 0 : 1]
    this.drop(row)
    this.activate()
    this.back.fill(0)
    let straight = 0
    for (const [at, head] of this.course.heads.entries()) {
      const target = targets[head]
      if (target === null) continue
      const weight = (this.course.weights[at] ?? 0) * (weights[head][index] ?? 0)
      const error = this.headStep(at, group, target, weight, rate)
      if (at === 0) straight = error
    }
    for (let j = 0; j < this.hidden.length; j++) if ((this.hidden[j] ?? 0) <= 0) this.back[j] = 0
    this.inputStep(straight, rate)
  }

  /** Leaves out words, numbers and whole sources at random, so that none is relied on alone. */
  private drop({ ids, values, tokens, numbers }: Encoded): void {
    if (this.ids.length < ids.length) {
      this.ids = new Int32Array(2 * ids.length)
      this.values = new Float64Array(2 * ids.length)
    }
    const silent = new Set(SOURCES.flatMap(own => (this.random() < LEARNING.sourcesDropped ? own : [])))
    this.kept = 0
    for (let q = 0; q < ids.length; q++) {
      if (this.random() < LEARNING.tokensDropped || silent.has(tokens[q]?.family ?? 'fact')) continue
      this.ids[this.kept] = ids[q] ?? 0
      this.values[this.kept++] = (values[q] ?? 0) / (1 - LEARNING.tokensDropped)
    }
    const scale = NUMBER_SCALE / (1 - LEARNING.numbersDropped)
    this.measured = Float64Array.from(numbers, value =>
      this.random() < LEARNING.numbersDropped ? 0 : value * scale,
    )
  }

  private direct = 0

  private activate(): void {
    const { token, tokenDirect, number, hiddenBias } = this.layers
    this.hidden.set(hiddenBias.values)
    this.direct = 0
    for (let q = 0; q < this.kept; q++) {
      const id = this.ids[q] ?? 0
      const value = this.values[q] ?? 0
      this.direct += (tokenDirect.values[id] ?? 0) * value
      this.gather(token, id, value)
    }
    for (const [d, value] of this.measured.entries()) if (value !== 0) this.gather(number, d, value)
    for (let j = 0; j < this.hidden.length; j++) {
      const mask = this.random() < LEARNING.unitsDropped ? 0 : 1 / (1 - LEARNING.unitsDropped)
      this.mask[j] = mask
      this.active[j] = Math.max(0, this.hidden[j] ?? 0) * mask
    }
  }

  private gather({ values }: Layer, index: number, value: number): void {
    const from = index * this.hidden.length
    for (let j = 0; j < this.hidden.length; j++)
      this.hidden[j] = (this.hidden[j] ?? 0) + (values[from + j] ?? 0) * value
  }

  /** Learns one answer and remembers in `back` what it asks of the hidden units. Gives the weighed error. */
  private headStep(head: number, group: number, target: number, weight: number, rate: number): number {
    const { out, outBias, intercept } = this.layers
    const own = group * this.course.heads.length + head
    const { hidden } = this.course
    let logOdds = (outBias.values[head] ?? 0) + (intercept.values[own] ?? 0) + (head === 0 ? this.direct : 0)
    for (let j = 0; j < hidden; j++) logOdds += (out.values[head * hidden + j] ?? 0) * (this.active[j] ?? 0)
    const error = weight * (1 / (1 + Math.exp(-logOdds)) - (target * (1 - 2 * DOUBT) + DOUBT))
    descend(outBias, head, error, rate)
    descend(intercept, own, error, rate)
    for (let j = 0; j < hidden; j++) {
      const at = head * hidden + j
      const value = out.values[at] ?? 0
      this.back[j] = (this.back[j] ?? 0) + error * value * (this.mask[j] ?? 0)
      descend(out, at, error * (this.active[j] ?? 0) + LEARNING.shrink * value, rate)
    }
    return error
  }

  private inputStep(straight: number, rate: number): void {
    const { token, tokenDirect, number, hiddenBias } = this.layers
    for (let q = 0; q < this.kept; q++) {
      const id = this.ids[q] ?? 0
      const value = this.values[q] ?? 0
      if (straight !== 0)
        descend(tokenDirect, id, straight * value + DIRECT_SHRINK * (tokenDirect.values[id] ?? 0), rate)
      this.vectorStep(token, id, value, rate)
    }
    for (const [d, value] of this.measured.entries()) if (value !== 0) this.vectorStep(number, d, value, rate)
    this.vectorStep(hiddenBias, 0, 1, rate)
  }

  private vectorStep(layer: Layer, index: number, value: number, rate: number): void {
    const from = index * this.hidden.length
    for (let j = 0; j < this.hidden.length; j++) {
      const slope = (this.back[j] ?? 0) * value
      if (slope !== 0) descend(layer, from + j, slope + LEARNING.shrink * (layer.values[from + j] ?? 0), rate)
    }
  }

  /** The intercept that is kept of a head is the mean over the repositories with answers to it. */
  finish(examples: readonly Example<Asked>[]): Network {
    const { heads, hidden } = this.course
    const { intercept, ...layers } = this.layers
    for (const [at, head] of heads.entries()) {
      const groups = new Set(
        examples.flatMap(({ group, targets }) => (targets[head] === null ? [] : [group])),
      )
      let sum = 0
      for (let group = 0; group < this.groups; group++)
        if (groups.has(group)) sum += intercept.values[group * heads.length + at] ?? 0
      layers.outBias.values[at] = (layers.outBias.values[at] ?? 0) + sum / Math.max(1, groups.size)
    }
    const weights = LAYERS.map(name => [name, { values: layers[name].values, step: 1 }])
    return { hidden, ...Object.fromEntries(weights) }
  }
}
