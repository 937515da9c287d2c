import type { Confidence, Visibility } from './classification.ts'

/** The probability that log-odds stand for. */
export const probability = (logOdds: number): number => 1 / (1 + Math.exp(-logOdds))

/** How far a score leans: from -1, surely internal, to 1, surely user-facing. */
export const leanOf = (score: number): number => 2 * score - 1

/** Of a lean. */
export const scoreOf = (lean: number): number => (lean + 1) / 2

/** Scores from which on decisions are trusted, on either side: what customers would not notice shows itself more plainly. */
export type Trusted = Readonly<Record<Visibility, { high: number; medium: number }>>

/** For what people wrote themselves: on the training set at least 95 of 100 beyond `high` and 80 of 100 beyond `medium` were right. */
const WRITTEN: Trusted = {
  internal: { high: 0.09, medium: 0.26 },
  'user-facing': { high: 0.97, medium: 0.77 },
}

export const visibilityOf = (score: number): Visibility => (score >= 0.5 ? 'user-facing' : 'internal')

export function confidenceOf(score: number, trusted: Trusted = WRITTEN): Confidence {
  if (score <= trusted.internal.high || score >= trusted['user-facing'].high) return 'high'
  return score <= trusted.internal.medium || score >= trusted['user-facing'].medium ? 'medium' : 'low'
}
