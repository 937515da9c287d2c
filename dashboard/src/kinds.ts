import { type Kind, MAGNITUDES, type Magnitude } from '#judgement/classification/classification.ts'

/** The class of the hue of each kind. */
export const KIND_COLORS: Record<Kind, string> = {
  feature: 'text-kind-green',
  improvement: 'text-kind-teal',
  fix: 'text-kind-blue',
  performance: 'text-kind-amber',
  security: 'text-kind-purple',
  deprecation: 'text-kind-amber',
  removal: 'text-danger',
  documentation: 'text-kind-blue',
  maintenance: 'text-quiet',
}

/** The magnitude after this one; after the largest the smallest. */
export const nextMagnitude = (now: Magnitude): Magnitude =>
  MAGNITUDES[(MAGNITUDES.indexOf(now) + 1) % MAGNITUDES.length] ?? now
