import { atRest, type Vocabulary } from './encoder.ts'
import { inFull, type Network, NUMBER_SCALE } from './network.ts'
import { idsOfSteps } from './steps.ts'

/**
 * The same network with its sums done beforehand, so that fewer vectors are left to add: that of a number's last step stands for all
 * steps below it, and what numbers add where nothing was counted stands in the bias. The answers are the same but for rounding. Only
 * for asking: it is not to be folded again, and weights are packed as they were learnt.
 */
export function folded(packed: Network, vocabulary: Vocabulary): Network {
  const network = inFull(packed)
  for (const ids of idsOfSteps(vocabulary.tokens))
    for (let at = 1; at < ids.length; at++) {
      addRow(network.token.values, ids[at] as number, ids[at - 1] as number, network.hidden)
      addRow(network.tokenDirect.values, ids[at] as number, ids[at - 1] as number, 1)
    }
  const rest = atRest(vocabulary)
  const { hidden, number } = network
  const bias = Float64Array.from(network.hiddenBias.values)
  for (const [d, value] of rest.entries())
    for (let j = 0; j < hidden; j++)
      bias[j] = (bias[j] ?? 0) + NUMBER_SCALE * value * (number.values[d * hidden + j] ?? 0)
  return { ...network, hiddenBias: { values: Float32Array.from(bias), step: 1 }, rest }
}

function addRow(values: Network['token']['values'], to: number, from: number, width: number): void {
  for (let j = 0; j < width; j++)
    values[to * width + j] = (values[to * width + j] ?? 0) + (values[from * width + j] ?? 0)
}
