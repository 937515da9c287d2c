import type { Confidence, Visibility } from './classification.ts'

export const probability = (logOdds: number): number => 1 / (1 + Math.exp(-logOdds))

/** The share of decisions that are right, at the least, with each confidence. */
export const PROMISED: Readonly<Record<Confidence, number>> = { high: 0.95, medium: 0.8, low: 0 }

/** The probability of the decision from which on decisions on a side are of `high` and `medium` confidence. */
export type Thresholds = Readonly<Record<Visibility, { high: number; medium: number }>>

export const visibilityOf = (score: number): Visibility => (score >= 0.5 ? 'user-facing' : 'internal')

/** The confidence of a decision, by the probability of user-facing. */
function confidenceOf(score: number, thresholds: Thresholds): Confidence {
  const visibility = visibilityOf(score)
  const sure = visibility === 'user-facing' ? score : 1 - score
  const { high, medium } = thresholds[visibility]
  return sure >= high ? 'high' : sure >= medium ? 'medium' : 'low'
}

export interface Verdict {
  visibility: Visibility
  /** The probability of user-facing. */
  score: number
  confidence: Confidence
}

/**
 * Decides as if either side were as common. How sure that is depends on how common the sides are with the team (`prior`, in log-odds); a
 * decision against the prior is `low`.
 */
export function verdictOf(logOdds: number, prior: number, thresholds: Thresholds): Verdict {
  const score = probability(logOdds)
  const visibility = visibilityOf(score)
  const likely = probability(logOdds + prior)
  const confidence = visibilityOf(likely) === visibility ? confidenceOf(likely, thresholds) : 'low'
  return { visibility, score, confidence }
}
