import { CONFIDENCES, type Confidence } from '../classification.ts'
import { share } from './tally.ts'
import { isRight, type Trial } from './trial.ts'

/** How decisions of one confidence turned out. Shares are 0 to 1, null where there is none. */
export interface Trust {
  confidence: Confidence
  count: number
  /** Of all decisions. */
  share: number | null
  /** Of these, as the team has it. */
  right: number | null
}

/** What each confidence was worth, the highest first. */
export function trustTable(trials: readonly Trial[]): Trust[] {
  return CONFIDENCES.toReversed().map(confidence => {
    const own = trials.filter(({ found }) => found.confidence === confidence)
    return {
      confidence,
      count: own.length,
      share: share(own.length, trials.length),
      right: share(own.filter(isRight).length, own.length),
    }
  })
}

/** Where the probabilities of a decision are cut: they start at 0.5, for the decision is the likelier side. */
const EDGES = [0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99, Number.POSITIVE_INFINITY]

/** Decisions of about the same probability. */
export interface Bucket {
  from: number
  count: number
  /** How probable the decisions were said to be, on average. */
  claimed: number
  /** How many of them were right. */
  right: number
}

/** Decisions by how probable they were said to be; buckets that hold none are left out. */
export function bucketsOf(trials: readonly Trial[]): Bucket[] {
  return EDGES.slice(0, -1).flatMap((from, at) => {
    const own = trials.filter(trial => claimOf(trial) >= from && claimOf(trial) < (EDGES[at + 1] ?? 1))
    if (own.length === 0) return []
    const claimed = own.reduce((sum, trial) => sum + claimOf(trial), 0) / own.length
    return [{ from, count: own.length, claimed, right: own.filter(isRight).length / own.length }]
  })
}

/** How far the claims of the buckets are from the truth, on average over the decisions; null where there are none. */
export function calibrationError(trials: readonly Trial[]): number | null {
  const off = bucketsOf(trials).map(({ count, claimed, right }) => count * Math.abs(claimed - right))
  return share(
    off.reduce((a, b) => a + b, 0),
    trials.length,
  )
}

const claimOf = ({ found }: Trial): number => Math.max(found.score, 1 - found.score)
