import type { Steps } from '#judgement/steps.ts'

/** A feature's values other than zero, by row. */
interface Column {
  rows: Int32Array
  values: Float64Array
}

interface Observations {
  /** Log-odds that the fit starts from. */
  start: Float64Array
  target: ArrayLike<number>
  weight: ArrayLike<number>
}

/** The columns of a row whose values are not zero. */
type Entries = readonly (readonly [column: number, value: number])[]

/** The fit ends after so many passes, or once no weight changes by more. */
const ENDING = { passes: 12, change: 0.003 }

/**
 * Logistic regression with a normal prior of deviation 1 on every weight (scale a column's values to loosen or tighten it), fitted by
 * coordinate descent: one weight after the other takes its Newton step. The same input gives the same weights.
 */
export function* fitLogistic(
  rows: readonly Entries[],
  width: number,
  { start, target, weight }: Observations,
  ending = ENDING,
): Steps<Float64Array> {
  const columns = columnsOf(rows, width)
  const logOdds = start.slice()
  const weights = new Float64Array(width)
  for (let pass = 0; pass < ending.passes; pass++) {
    let most = 0
    for (const [at, column] of columns.entries()) {
      const change = newtonStep(column, weights[at] ?? 0, logOdds, target, weight)
      weights[at] = (weights[at] ?? 0) + change
      most = Math.max(most, Math.abs(change))
    }
    if (most < ending.change) break
    yield
  }
  return weights
}

/** Moves the log-odds of the column's rows, and returns the weight's change. Every row that a column names exists. */
function newtonStep(
  { rows, values }: Column,
  before: number,
  logOdds: Float64Array,
  target: ArrayLike<number>,
  weight: ArrayLike<number>,
): number {
  let slope = before
  let curve = 1
  for (let q = 0; q < rows.length; q++) {
    const row = rows[q] as number
    const value = values[q] as number
    const chance = 1 / (1 + Math.exp(-(logOdds[row] as number)))
    const counts = weight[row] as number
    slope += counts * (chance - (target[row] as number)) * value
    curve += counts * chance * (1 - chance) * value * value
  }
  const change = -slope / curve
  for (let q = 0; q < rows.length; q++) {
    const row = rows[q] as number
    logOdds[row] = (logOdds[row] as number) + change * (values[q] as number)
  }
  return change
}

function columnsOf(rows: readonly Entries[], width: number): Column[] {
  const found = Array.from({ length: width }, () => ({ rows: [] as number[], values: [] as number[] }))
  for (const [row, entries] of rows.entries())
    for (const [column, value] of entries) {
      found[column]?.rows.push(row)
      found[column]?.values.push(value)
    }
  return found.map(({ rows, values }) => ({
    rows: Int32Array.from(rows),
    values: Float64Array.from(values),
  }))
}
