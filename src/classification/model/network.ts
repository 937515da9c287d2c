import type { Encoded } from './encoder.ts'

/**
 * What the answers are to, in log-odds: would a customer notice; a fix rather than something new; a feature rather than an improvement; more
 * than a patch.
 */
export const HEADS = ['visible', 'fix', 'feature', 'notable'] as const
export type Head = (typeof HEADS)[number]

/** Numbers move a decision this much less than words while learning. */
export const NUMBER_SCALE = 0.2

/** What a network reads of a row. */
export type Inputs = Pick<Encoded, 'ids' | 'values' | 'numbers'>

/** Weights as they are learnt, or as 8-bit steps of the given height. */
export interface Weights {
  values: Float32Array | Int8Array
  step: number
}

/**
 * A small network: the vectors of all tokens and numbers add up to one vector of hidden units; those above zero add up to the
 * answers. The first answer also has a straight way around the hidden units. With the same units above zero every
 * answer is a plain sum, so what moved it can be read off.
 */
export interface Network {
  hidden: number
  /** One vector of `hidden` weights for each token. */
  token: Weights
  tokenDirect: Weights
  /** The same for each number. */
  number: Weights
  hiddenBias: Weights
  /** One vector for each head. */
  out: Weights
  outBias: Weights
  /** What each number is where nothing was counted, if the bias holds what that adds; else nothing. */
  rest: readonly number[]
}

export const LAYERS = [
  'token',
  'tokenDirect',
  'number',
  'hiddenBias',
  'out',
  'outBias',
] as const satisfies (keyof Network)[]

export type Layers = Pick<Network, (typeof LAYERS)[number]>

/** How many weights each layer has. */
export function sizesOf({
  hidden,
  tokens,
  numbers,
  heads,
}: Record<'hidden' | 'tokens' | 'numbers' | 'heads', number>): Record<(typeof LAYERS)[number], number> {
  return {
    token: tokens * hidden,
    tokenDirect: tokens,
    number: numbers * hidden,
    hiddenBias: hidden,
    out: heads * hidden,
    outBias: heads,
  }
}

/** The hidden units, those below zero cut to zero. */
export function hiddenOf(network: Network, { ids, values, numbers }: Inputs): Float64Array {
  const { hidden, hiddenBias, token, number, rest } = network
  const sums = new Float64Array(hidden)
  for (let q = 0; q < ids.length; q += TOGETHER) addVectors(sums, token, ids, values, q, token.step)
  const stirred = stirredFrom(rest, numbers)
  for (let d = 0; d < stirred.ids.length; d += TOGETHER)
    addVectors(sums, number, stirred.ids, stirred.values, d, NUMBER_SCALE * number.step)
  for (let j = 0; j < hidden; j++)
    sums[j] = Math.max(0, (sums[j] ?? 0) + (hiddenBias.values[j] ?? 0) * hiddenBias.step)
  return sums
}

/** The numbers that are not at rest, and how far each is from it. */
function stirredFrom(rest: readonly number[], numbers: readonly number[]): Pick<Inputs, 'ids' | 'values'> {
  const ids: number[] = []
  const values: number[] = []
  for (let d = 0; d < numbers.length; d++) {
    const away = (numbers[d] as number) - (rest[d] ?? 0)
    if (away === 0) continue
    ids.push(d)
    values.push(away)
  }
  return { ids, values }
}

/** Vectors that are read in one pass. */
const TOGETHER = 4

/**
 * Adds four vectors from the given place in the row on, in turn; past the row's end they count nothing. Every decision spends much of
 * its time here, so what is read is taken to be there: a layer has `sums.length` weights for each vector.
 */
function addVectors(
  sums: Float64Array,
  { values }: Weights,
  ids: readonly number[],
  row: readonly number[],
  place: number,
  scale: number,
): void {
  const { length } = row
  const size = sums.length
  const at = (next: number): number => (next < length ? (ids[next] as number) : 0) * size
  const times = (next: number): number => (next < length ? (row[next] as number) * scale : 0)
  const a = at(place)
  const b = at(place + 1)
  const c = at(place + 2)
  const d = at(place + 3)
  const p = times(place)
  const q = times(place + 1)
  const r = times(place + 2)
  const s = times(place + 3)
  for (let j = 0; j < size; j++)
    sums[j] =
      (sums[j] as number) +
      (values[a + j] as number) * p +
      (values[b + j] as number) * q +
      (values[c + j] as number) * r +
      (values[d + j] as number) * s
}

export type Answers = Record<Head, number>

export function answersOf(network: Network, row: Encoded, hidden: Float64Array): Answers {
  const [visible = 0, fix = 0, feature = 0, notable = 0] = logOddsOf(network, row, hidden)
  return { visible, fix, feature, notable }
}

/** The answer of every head, in their order. */
export function logOddsOf(network: Network, row: Inputs, hidden: Float64Array): number[] {
  const all: number[] = []
  for (let head = 0; head < network.outBias.values.length; head++) all.push(headOf(network, head, hidden))
  all[0] = (all[0] ?? 0) + directOf(network, row)
  return all
}

function headOf({ out, outBias }: Network, head: number, hidden: Float64Array): number {
  let sum = 0
  for (let j = 0; j < hidden.length; j++)
    sum += (out.values[head * hidden.length + j] ?? 0) * (hidden[j] ?? 0)
  return sum * out.step + (outBias.values[head] ?? 0) * outBias.step
}

function directOf({ tokenDirect }: Network, { ids, values }: Inputs): number {
  let sum = 0
  for (let q = 0; q < ids.length; q++) sum += (tokenDirect.values[ids[q] ?? 0] ?? 0) * (values[q] ?? 0)
  return sum * tokenDirect.step
}

/** What each token and each number adds to the log-odds of "a customer would notice". */
export interface Shares {
  tokens: Float64Array
  numbers: Float64Array
}

export function sharesOf(network: Network, { ids, values, numbers }: Encoded, hidden: Float64Array): Shares {
  const slope = slopeOf(network, hidden)
  const { token, tokenDirect, number } = network
  const tokens = new Float64Array(ids.length)
  for (let q = 0; q < ids.length; q += TOGETHER) alongVectors(slope, token, ids, tokens, q)
  for (let q = 0; q < ids.length; q++) {
    const straight = (tokenDirect.values[ids[q] ?? 0] ?? 0) * tokenDirect.step
    tokens[q] = ((tokens[q] ?? 0) + straight) * (values[q] ?? 0)
  }
  const ofNumbers = new Float64Array(numbers.length)
  for (let d = 0; d < numbers.length; d += TOGETHER) alongVectors(slope, number, null, ofNumbers, d)
  for (let d = 0; d < numbers.length; d++)
    ofNumbers[d] = (ofNumbers[d] ?? 0) * (numbers[d] ?? 0) * NUMBER_SCALE
  return { tokens, numbers: ofNumbers }
}

/** The same network with weights in full, which is quicker to ask. */
export function inFull(network: Network): Network {
  const layers = LAYERS.map(name => {
    const { values, step } = network[name]
    const full = Float32Array.from(values)
    for (let k = 0; k < full.length; k++) full[k] = (full[k] ?? 0) * step
    return [name, { values: full, step: 1 }]
  })
  return { hidden: network.hidden, rest: network.rest, ...Object.fromEntries(layers) }
}

/** How far one more in a hidden unit moves the answer, for the units that are not silent. */
interface Slope {
  hidden: number
  units: readonly number[]
  steepness: readonly number[]
}

function slopeOf({ out }: Network, hidden: Float64Array): Slope {
  const units: number[] = []
  const steepness: number[] = []
  for (let unit = 0; unit < hidden.length; unit++) {
    if ((hidden[unit] ?? 0) <= 0) continue
    units.push(unit)
    steepness.push((out.values[unit] ?? 0) * out.step)
  }
  return { hidden: hidden.length, units, steepness }
}

/** How far four vectors from the given place on move the answer. As hot as `addVectors`, and as trusting for the same reason. */
function alongVectors(
  { hidden, units, steepness }: Slope,
  { values, step }: Weights,
  ids: readonly number[] | null,
  moved: Float64Array,
  place: number,
): void {
  const from = (at: number) => (at < moved.length ? (ids ? (ids[at] ?? 0) : at) * hidden : 0)
  const [a, b, c, d] = [from(place), from(place + 1), from(place + 2), from(place + 3)]
  let [p, q, r, s] = [0, 0, 0, 0]
  for (let k = 0; k < units.length; k++) {
    const unit = units[k] as number
    const steep = steepness[k] as number
    p += steep * (values[a + unit] as number)
    q += steep * (values[b + unit] as number)
    r += steep * (values[c + unit] as number)
    s += steep * (values[d + unit] as number)
  }
  // What is written past the row's end is dropped.
  moved[place] = p * step
  moved[place + 1] = q * step
  moved[place + 2] = r * step
  moved[place + 3] = s * step
}

/** Several networks as one that answers with their mean. */
export function joined(networks: readonly Network[]): Network {
  const [first] = networks
  if (!first) throw new Error('There is no network to join.')
  const wide = (layer: 'token' | 'number' | 'hiddenBias') => sideBySide(networks, layer)
  return {
    hidden: first.hidden * networks.length,
    token: wide('token'),
    tokenDirect: meanOf(networks, 'tokenDirect'),
    number: wide('number'),
    hiddenBias: wide('hiddenBias'),
    out: { ...sideBySide(networks, 'out'), step: 1 / networks.length },
    outBias: meanOf(networks, 'outBias'),
    rest: [],
  }
}

/** Each vector of one network followed by the same vector of the next. */
function sideBySide(networks: readonly Network[], layer: (typeof LAYERS)[number]): Weights {
  const size = networks[0]?.[layer].values.length ?? 0
  const hidden = networks[0]?.hidden ?? 1
  const values = new Float32Array(size * networks.length)
  for (const [at, network] of networks.entries())
    for (let from = 0; from < size; from += hidden)
      values.set(network[layer].values.subarray(from, from + hidden), from * networks.length + at * hidden)
  return { values, step: 1 }
}

const meanOf = (networks: readonly Network[], layer: 'tokenDirect' | 'outBias'): Weights => ({
  values: Float32Array.from(
    networks[0]?.[layer].values ?? [],
    (_, k) => networks.reduce((sum, network) => sum + (network[layer].values[k] ?? 0), 0) / networks.length,
  ),
  step: 1,
})
