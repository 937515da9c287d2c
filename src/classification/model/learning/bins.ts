export const BINS = 32

/** The features of many rows, each cut into few bins: a row's bin is how many of the feature's cuts it reaches. */
export interface Binned {
  cuts: Float32Array[]
  /** For each feature the bins of all rows. */
  columns: Uint8Array[]
  /** For each feature the rows beyond its first bin: few, since most features are mostly absent. */
  present: Uint32Array[]
}

export function binned(rows: readonly Float32Array[]): Binned {
  const width = rows[0]?.length ?? 0
  const cuts = Array.from({ length: width }, (_, feature) =>
    cutsOf(Float32Array.from(rows, row => row[feature] ?? 0)),
  )
  const columns = cuts.map((own, feature) => Uint8Array.from(rows, row => binOf(own, row[feature] ?? 0)))
  const present = columns.map(column =>
    Uint32Array.from([...column.keys()].filter(row => (column[row] ?? 0) > 0)),
  )
  return { cuts, columns, present }
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
  let low = 0
  let high = cuts.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (value >= (cuts[middle] ?? 0)) low = middle + 1
    else high = middle
  }
  return low
}
