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
