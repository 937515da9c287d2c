import type { Steps } from '#kit/steps.ts'
import type { Head } from '../model/network.ts'
import { type Correction, corrected, fit, type Row } from './fit.ts'

/** Of either answer; with fewer there is nothing to tell apart, or what they told cost more than it brought. */
const FEWEST: Record<Head, number> = { visible: 4, fix: 15, feature: 4, notable: 15 }
/** So much less wrong, in nats over all examples, than a coin must decisions be before they are fully believed. */
const BELIEVED = 4
/** An account with so many examples is half believed on how much it announces. */
const HALF_KNOWN = 100
const FEW = 60

/** What an account's examples add to the model's answer to one question. `trust`, from 0 to 1, is in it already. */
export interface Lore {
  correction: Correction
  trust: number
}

/** Null where the examples are too few. Without trust the correction is nothing. */
export function* loreOf(given: readonly Row[], width: number, head: Head): Steps<Lore | null> {
  const yes = given.filter(({ target }) => target === 1).length
  if (Math.min(yes, given.length - yes) < FEWEST[head]) return null
  const rows = evened(given)
  const trust = yield* trustIn(rows, width)
  if (trust === 0) return { correction: { offset: 0, weights: new Float64Array(width) }, trust }
  const whole = centred(rows, yield* fit(rows, width))
  const weights = whole.weights.map(weight => trust * weight)
  return { correction: { offset: trust * whole.offset, weights }, trust }
}

/**
 * Either answer counts the same in total, so that zero parts them where both are right equally often; and no example counts more
 * than it is, or three rare ones would outweigh all others.
 */
export function evened<T extends Pick<Row, 'target' | 'weight'>>(rows: readonly T[]): T[] {
  const total = (target: 0 | 1) =>
    rows.reduce((sum, row) => sum + (row.target === target ? row.weight : 0), 0) + 5
  const [no, yes] = [total(0), total(1)]
  const rarer = Math.min(no, yes)
  return rows.map(row => ({ ...row, weight: (row.weight * rarer) / (row.target === 1 ? yes : no) }))
}

/** A few examples tell better which changes are announced than how many: their mean push is held back. */
function centred(rows: readonly Row[], correction: Correction): Correction {
  const push = (target: 0 | 1) => {
    const own = rows.filter(row => row.target === target)
    return (
      own.reduce((sum, { logOdds, marks }) => sum + corrected(correction, logOdds, marks) - logOdds, 0) /
      own.length
    )
  }
  const held = HALF_KNOWN / (rows.length + HALF_KNOWN)
  return { ...correction, offset: correction.offset - (held * (push(0) + push(1))) / 2 }
}

/**
 * Each part of the examples is predicted from the others. Trust needs both: predictions that beat a coin, which those of shuffled
 * answers don't, and that are no worse than the model's own.
 */
function* trustIn(rows: readonly Row[], width: number): Steps<number> {
  const parts = rows.length < FEW ? 10 : 5
  const gains: number[] = []
  let overCoin = 0
  for (let part = 0; part < parts; part++) {
    const isHeld = (at: number) => at % parts === part
    const correction = yield* fit(
      rows.filter((_, at) => !isHeld(at)),
      width,
    )
    for (const row of rows.filter((_, at) => isHeld(at))) {
      const loss = lossOf(corrected(correction, row.logOdds, row.marks), row)
      gains.push(lossOf(row.logOdds, row) - loss)
      overCoin += row.weight * Math.LN2 - loss
    }
  }
  const steady = rows.length < FEW ? 1 : yield* foresight(rows, width)
  return clamp(overCoin / BELIEVED) * clamp((sureness(gains) + 1) / 2) * steady
}

/** Habits change: what the older examples teach must hold for the newest as well. */
function* foresight(rows: readonly Row[], width: number): Steps<number> {
  const from = Math.floor(rows.length * 0.8)
  const correction = yield* fit(rows.slice(0, from), width)
  const gains = rows
    .slice(from)
    .map(row => lossOf(row.logOdds, row) - lossOf(corrected(correction, row.logOdds, row.marks), row))
  return clamp((sureness(gains) + 1) / 2)
}

const lossOf = (logOdds: number, { target, weight }: Row): number =>
  weight * Math.log1p(Math.exp(target === 1 ? -logOdds : logOdds))

/** The mean in its own standard errors. */
function sureness(gains: readonly number[]): number {
  const mean = gains.reduce((sum, gain) => sum + gain, 0) / gains.length
  const spread = gains.reduce((sum, gain) => sum + (gain - mean) ** 2, 0) / gains.length
  return mean / Math.sqrt(spread / gains.length + 1e-12)
}

const clamp = (value: number): number => Math.max(0, Math.min(1, value))
