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
  const cuts: Float32Array[] = []
  const columns: Uint8Array[] = []
  const present: Uint32Array[] = []
  const values = new Float32Array(rows.length)
  for (let feature = 0; feature < width; feature++) {
    for (let row = 0; row < values.length; row++) values[row] = rows[row]?.[feature] ?? 0
    const own = cutsOf(values)
    const column = new Uint8Array(values.length)
    for (let row = 0; row < column.length; row++) column[row] = binOf(own, values[row] ?? 0)
    cuts.push(own)
    columns.push(column)
    present.push(rowsBeyond(column))
  }
  return { cuts, columns, present }
}

function rowsBeyond(column: Uint8Array): Uint32Array {
  const rows = new Uint32Array(column.length)
  let count = 0
  for (let row = 0; row < column.length; row++) if ((column[row] ?? 0) > 0) rows[count++] = row
  return rows.slice(0, count)
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
