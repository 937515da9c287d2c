import { probability } from '../score.ts'
import type { Marks } from './tablet.ts'

/** An example as the fit sees it. */
export interface Row {
  /** The model's answer, in log-odds. */
  logOdds: number
  target: 0 | 1
  weight: number
  marks: Marks
}

/** What is added to the model's log-odds: an offset, and a weight for each known trait. */
export interface Correction {
  offset: number
  weights: Float64Array
}

/** How far the offset is expected to stray, in log-odds. */
const OFFSET = 0.15
const MOST_PASSES = 12
const SETTLED = 0.003

export function corrected(
  { offset, weights }: Correction,
  logOdds: number,
  { places, values }: Marks,
): number {
  let sum = logOdds + offset
  for (let q = 0; q < places.length; q++) sum += (weights[places[q] ?? 0] ?? 0) * (values[q] ?? 0)
  return sum
}

/**
 * Logistic regression from the model's own answers on: every weight begins at nothing and is pulled back to it as by one example that
 * speaks against it. One weight after the other takes its Newton step; the same rows in the same order give the same weights.
 */
export function fit(rows: readonly Row[], width: number): Correction {
  const columns = columnsOf(rows, width)
  const standing = Float64Array.from(rows, ({ logOdds }) => logOdds)
  const weights = new Float64Array(width)
  const everywhere = { rows: rows.map((_, at) => at), values: rows.map(() => OFFSET) }
  let offset = 0
  for (let pass = 0; pass < MOST_PASSES; pass++) {
    offset += step(rows, everywhere, standing, offset)
    let most = 0
    for (const [place, column] of columns.entries()) {
      const change = step(rows, column, standing, weights[place] ?? 0)
      weights[place] = (weights[place] ?? 0) + change
      most = Math.max(most, Math.abs(change))
    }
    if (most < SETTLED) break
  }
  return { offset: offset * OFFSET, weights }
}

/** The rows that have a trait, and its values there. */
interface Column {
  rows: number[]
  values: number[]
}

function columnsOf(rows: readonly Row[], width: number): Column[] {
  const columns: Column[] = Array.from({ length: width }, () => ({ rows: [], values: [] }))
  for (const [at, { marks }] of rows.entries())
    for (const [q, place] of marks.places.entries()) {
      columns[place]?.rows.push(at)
      columns[place]?.values.push(marks.values[q] ?? 0)
    }
  return columns
}

/** Moves what the rows stand at, and gives the weight's change. */
function step(rows: readonly Row[], column: Column, standing: Float64Array, weight: number): number {
  let slope = weight
  let curve = 1
  for (let q = 0; q < column.rows.length; q++) {
    const at = column.rows[q] ?? 0
    const row = rows[at]
    if (!row) continue
    const value = column.values[q] ?? 0
    const chance = probability(standing[at] ?? 0)
    slope += row.weight * (chance - row.target) * value
    curve += row.weight * chance * (1 - chance) * value * value
  }
  const change = -slope / curve
  for (let q = 0; q < column.rows.length; q++) {
    const at = column.rows[q] ?? 0
    standing[at] = (standing[at] ?? 0) + change * (column.values[q] ?? 0)
  }
  return change
}
