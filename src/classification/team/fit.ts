import type { Steps } from '#kit/steps.ts'
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
export function* fit(rows: readonly Row[], width: number): Steps<Correction> {
  const columns = columnsOf(rows, width)
  yield
  const field: Field = {
    standing: Float64Array.from(rows, ({ logOdds }) => logOdds),
    target: Float64Array.from(rows, ({ target }) => target),
    weight: Float64Array.from(rows, ({ weight }) => weight),
  }
  const weights = new Float64Array(width)
  const everywhere = {
    rows: Int32Array.from(rows.keys()),
    values: new Float64Array(rows.length).fill(OFFSET),
  }
  let offset = 0
  for (let pass = 0; pass < MOST_PASSES; pass++) {
    offset += step(field, everywhere, offset)
    let most = 0
    for (const [place, column] of columns.entries()) {
      const change = step(field, column, weights[place] ?? 0)
      weights[place] = (weights[place] ?? 0) + change
      most = Math.max(most, Math.abs(change))
    }
    if (most < SETTLED) break
    yield
  }
  return { offset: offset * OFFSET, weights }
}

/** The rows by their index: what they stand at by now, their answers, and how much they count. */
interface Field {
  standing: Float64Array
  target: Float64Array
  weight: Float64Array
}

/** The rows that have a trait, and its values there. */
interface Column {
  rows: Int32Array
  values: Float64Array
}

function columnsOf(rows: readonly Row[], width: number): Column[] {
  const columns = Array.from({ length: width }, (): { rows: number[]; values: number[] } => ({
    rows: [],
    values: [],
  }))
  for (const [at, { marks }] of rows.entries())
    for (const [q, place] of marks.places.entries()) {
      columns[place]?.rows.push(at)
      columns[place]?.values.push(marks.values[q] ?? 0)
    }
  return columns.map(column => ({
    rows: Int32Array.from(column.rows),
    values: Float64Array.from(column.values),
  }))
}

/** Moves what the rows stand at, and gives the weight's change. Learning spends all its time here; every row that a column names is there. */
function step({ standing, target, weight }: Field, { rows, values }: Column, before: number): number {
  let slope = before
  let curve = 1
  for (let q = 0; q < rows.length; q++) {
    const at = rows[q] as number
    const value = values[q] as number
    const counts = weight[at] as number
    const chance = probability(standing[at] as number)
    slope += counts * (chance - (target[at] as number)) * value
    curve += counts * chance * (1 - chance) * value * value
  }
  const change = -slope / curve
  for (let q = 0; q < rows.length; q++) {
    const at = rows[q] as number
    standing[at] = (standing[at] as number) + change * (values[q] as number)
  }
  return change
}
