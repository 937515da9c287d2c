import { atRest, type Vocabulary } from './encoder.ts'
import type { Network } from './network.ts'
import { ReadyNetwork } from './ready-network.ts'
import { idsOfSteps } from './steps.ts'

/**
 * A network with its sums done beforehand, so that fewer vectors are left to add: that of a number's last step stands for all steps below
 * it, and what numbers add where nothing was counted stands in the bias. The answers are the same but for rounding.
 */
export function folded(network: Network, vocabulary: Vocabulary, ids: number): ReadyNetwork {
  const ready = new ReadyNetwork(network, ids)
  for (const steps of idsOfSteps(vocabulary.tokens)) ready.gather(steps)
  ready.rest(atRest(vocabulary))
  return ready
}
