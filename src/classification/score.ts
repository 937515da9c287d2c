import type { Confidence, Visibility } from './classification.ts'

/** The probability that log-odds stand for. */
export const probability = (logOdds: number): number => 1 / (1 + Math.exp(-logOdds))

/**
 * Scores from which on decisions are trusted, each side for itself: on repositories left out, at least 95 of 100 beyond `high` and 80 of
 * 100 beyond `medium` were right (`docs/classification.md`). What customers would not notice shows itself more plainly.
 */
const TRUSTED = {
  internal: { high: 0.09, medium: 0.26 },
  'user-facing': { high: 0.97, medium: 0.77 },
} as const

export const visibilityOf = (score: number): Visibility => (score >= 0.5 ? 'user-facing' : 'internal')

export function confidenceOf(score: number): Confidence {
  if (score <= TRUSTED.internal.high || score >= TRUSTED['user-facing'].high) return 'high'
  return score <= TRUSTED.internal.medium || score >= TRUSTED['user-facing'].medium ? 'medium' : 'low'
}
