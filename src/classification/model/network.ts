import type { Encoded } from './encoder.ts'

/**
 * What the answers are to, in log-odds: would a customer notice; a fix rather than something new; a feature rather than an improvement; more
 * than a patch.
 */
export const HEADS = ['visible', 'fix', 'feature', 'notable'] as const
export type Head = (typeof HEADS)[number]

/** Numbers move a decision this much less than words while learning. */
export const NUMBER_SCALE = 0.2

export type Answers = Record<Head, number>

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
