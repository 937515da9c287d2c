import { fitLogistic } from '#judgement/classification/model/logistic-regression.ts'
import type { Target } from '#judgement/classification/model/model.ts'
import type { Steps } from '#judgement/steps.ts'
import type { TraitValues } from './traits.ts'

/** A decision of the account's as the fit sees it. */
export interface DecisionRow {
  /** The model's prediction, in log-odds. */
  logOdds: number
  target: 0 | 1
  weight: number
  values: TraitValues
}

/** What decisions add to the model's prediction of one target: an offset and a weight for each trait. */
interface Fit {
  offset: number
  weights: Float64Array
}

/** What an account's decisions add, as far as that is trusted. */
export interface Correction extends Fit {
  /** How far the decisions have proven to foretell others, from 0 to 1; the weights are multiplied by it already. */
  trust: number
}

/** Examples of either answer that are needed. */
const LEAST_EXAMPLES: Record<Target, number> = { visible: 4, fix: 15, feature: 4, notable: 15 }
/** The deviation that the offset is expected to have, in log-odds. */
const OFFSET_DEVIATION = 0.15
/** Predictions must beat a coin by this many nats over all examples to be fully trusted. */
const PROVEN = 4
/** With this many examples, half of the offset is applied. */
const HALF_KNOWN = 100
/** With fewer examples, none is held out to test the correction. */
const FEW = 60
const PARTS = 8

export const corrected = ({ offset, weights }: Fit, row: Pick<DecisionRow, 'logOdds' | 'values'>): number =>
  row.values.reduce((sum, { column, value }) => sum + (weights[column] ?? 0) * value, row.logOdds + offset)

/** Null where the examples are too few. Without trust the correction is nothing. */
export function* fitCorrection(
  given: readonly DecisionRow[],
  width: number,
  target: Target,
): Steps<Correction | null> {
  const yes = given.filter(row => row.target === 1).length
  if (Math.min(yes, given.length - yes) < LEAST_EXAMPLES[target]) return null
  const rows = balanced(given)
  const trust = yield* trustIn(rows, width)
  const { offset, weights } = centred(rows, yield* fit(rows, width))
  return { offset: trust * offset, weights: weights.map(weight => trust * weight), trust }
}

function* fit(rows: readonly DecisionRow[], width: number): Steps<Fit> {
  const entries = rows.map(({ values }) => [
    ...values.map(({ column, value }) => [column, value] as const),
    [width, OFFSET_DEVIATION] as const,
  ])
  const weights = yield* fitLogistic(entries, width + 1, {
    start: Float64Array.from(rows, ({ logOdds }) => logOdds),
    target: rows.map(row => row.target),
    weight: rows.map(({ weight }) => weight),
  })
  return { offset: OFFSET_DEVIATION * (weights[width] ?? 0), weights: weights.slice(0, width) }
}

/** Either answer counts the same in total, and no example counts more than it is: three rare ones must not outweigh all others. */
function balanced(rows: readonly DecisionRow[]): DecisionRow[] {
  const total = (target: 0 | 1) =>
    rows.reduce((sum, row) => sum + (row.target === target ? row.weight : 0), 0) + 5
  const totals = [total(0), total(1)] as const
  return rows.map(row => ({ ...row, weight: (row.weight * Math.min(...totals)) / totals[row.target] }))
}

/** Reduces the offset: a few examples show which changes are announced better than how many are. */
function centred(rows: readonly DecisionRow[], correction: Fit): Fit {
  const shift = (target: 0 | 1) => {
    const own = rows.filter(row => row.target === target)
    return own.reduce((sum, row) => sum + corrected(correction, row) - row.logOdds, 0) / own.length
  }
  const held = HALF_KNOWN / (rows.length + HALF_KNOWN)
  return { ...correction, offset: correction.offset - (held * (shift(0) + shift(1))) / 2 }
}

/**
 * Cross-validation. Trust needs predictions that beat a coin, which those of shuffled answers do not, and that are no worse than the
 * model's own, also where the newest examples are predicted from the older ones: habits change.
 */
function* trustIn(rows: readonly DecisionRow[], width: number): Steps<number> {
  const gains: number[] = []
  let overCoin = 0
  for (let part = 0; part < PARTS; part++) {
    const held = rows.filter((_, at) => at % PARTS === part)
    const others = rows.filter((_, at) => at % PARTS !== part)
    const correction = yield* fit(others, width)
    for (const row of held) {
      gains.push(gainOf(row, correction))
      overCoin += row.weight * Math.LN2 - lossOf(corrected(correction, row), row)
    }
  }
  const steady = rows.length < FEW ? 1 : yield* foresight(rows, width)
  return clamped(overCoin / PROVEN) * noWorse(gains) * steady
}

function* foresight(rows: readonly DecisionRow[], width: number): Steps<number> {
  const from = Math.floor(rows.length * 0.8)
  const correction = yield* fit(rows.slice(0, from), width)
  return noWorse(rows.slice(from).map(row => gainOf(row, correction)))
}

/** How much less log-loss than the model's prediction has. */
const gainOf = (row: DecisionRow, correction: Fit): number =>
  lossOf(row.logOdds, row) - lossOf(corrected(correction, row), row)

const lossOf = (logOdds: number, { target, weight }: DecisionRow): number =>
  weight * Math.log1p(Math.exp(target === 1 ? -logOdds : logOdds))

/** 1 from one standard error above zero on, 0 from one below. */
function noWorse(gains: readonly number[]): number {
  const mean = gains.reduce((sum, gain) => sum + gain, 0) / gains.length
  const variance = gains.reduce((sum, gain) => sum + (gain - mean) ** 2, 0) / gains.length
  return clamped((mean / Math.sqrt(variance / gains.length + 1e-12) + 1) / 2)
}

const clamped = (value: number): number => Math.max(0, Math.min(1, value))
