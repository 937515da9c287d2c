import type { Confidence, Visibility } from './classification.ts'

/** The probability that log-odds stand for. */
export const probability = (logOdds: number): number => 1 / (1 + Math.exp(-logOdds))

/** The probability of the decision from which on decisions on a side are of `high` and `medium` confidence. */
export type Thresholds = Readonly<Record<Visibility, { high: number; medium: number }>>

export const visibilityOf = (score: number): Visibility => (score >= 0.5 ? 'user-facing' : 'internal')

/** Of a decision, by the probability of user-facing. */
export function confidenceOf(score: number, thresholds: Thresholds): Confidence {
  const visibility = visibilityOf(score)
  const sure = visibility === 'user-facing' ? score : 1 - score
  const { high, medium } = thresholds[visibility]
  return sure >= high ? 'high' : sure >= medium ? 'medium' : 'low'
}
