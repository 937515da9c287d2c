import { KIND_FACES } from '../../src/changelog/kind-faces.ts'
import { KIND_NAMES, type Kind, MAGNITUDE_NAMES, type Magnitude } from './kind-names.ts'

export * from './kind-names.ts'

interface KindFace {
  label: string
  /** An outline on a 16 by 16 grid. */
  path: string
  /** The class of its hue. */
  color: string
}

const COLORS: Record<Kind, string> = {
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

/** How kinds are shown: in the words and glyphs that readers of the changelog see. */
export const KINDS = Object.fromEntries(
  KIND_NAMES.map(kind => {
    const { word, path } = KIND_FACES[kind]
    return [kind, { label: word, path, color: COLORS[kind] }]
  }),
) as Record<Kind, KindFace>

/** Magnitudes or confidences as the options of a field: "Minor". */
export const optionsOf = <T extends string>(names: readonly T[]): { value: T; label: string }[] =>
  names.map(value => ({ value, label: value.charAt(0).toUpperCase() + value.slice(1) }))

/** The magnitude after this one; after the largest the smallest. */
export const nextMagnitude = (now: Magnitude): Magnitude =>
  MAGNITUDE_NAMES[(MAGNITUDE_NAMES.indexOf(now) + 1) % MAGNITUDE_NAMES.length] ?? now
