import { type Kind, MAGNITUDE_NAMES, type Magnitude } from './kind-names.ts'

export * from './kind-names.ts'

interface KindFace {
  label: string
  /** An outline on a 16 by 16 grid. */
  path: string
  /** The class of its hue. */
  color: string
}

/** How kinds are shown. */
export const KINDS: Record<Kind, KindFace> = {
  feature: { label: 'Feature', path: 'M8 3v10M3 8h10', color: 'text-kind-green' },
  improvement: { label: 'Improvement', path: 'M8 13V3.5M4 7l4-4 4 4', color: 'text-kind-teal' },
  fix: { label: 'Fix', path: 'M3 8.5 6.5 12 13 4.5', color: 'text-kind-blue' },
  performance: { label: 'Performance', path: 'M9 2 3.5 9H8l-1 5 5.5-7H8l1-5Z', color: 'text-kind-amber' },
  security: {
    label: 'Security',
    path: 'M8 2 3 4v4c0 3 2.2 5 5 6 2.8-1 5-3 5-6V4L8 2Z',
    color: 'text-kind-purple',
  },
  deprecation: {
    label: 'Deprecation',
    path: 'M4 2.5h8M4 13.5h8M5 2.5c0 3 3 3.5 3 5.5s-3 2.5-3 5.5M11 2.5c0 3-3 3.5-3 5.5s3 2.5 3 5.5',
    color: 'text-kind-amber',
  },
  removal: { label: 'Removal', path: 'M3 8h10', color: 'text-danger' },
  documentation: {
    label: 'Documentation',
    path: 'M3 3h4a1 1 0 0 1 1 1v9a2 2 0 0 0-2-1H3V3Zm10 0H9a1 1 0 0 0-1 1v9a2 2 0 0 1 2-1h3V3Z',
    color: 'text-kind-blue',
  },
  maintenance: {
    label: 'Maintenance',
    path: 'M8 10.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM8 2v2m0 8v2M2 8h2m8 0h2M3.8 3.8l1.4 1.4m5.6 5.6 1.4 1.4m0-8.4-1.4 1.4m-5.6 5.6-1.4 1.4',
    color: 'text-quiet',
  },
}

/** Magnitudes or confidences as the options of a field: "Minor". */
export const optionsOf = <T extends string>(names: readonly T[]): { value: T; label: string }[] =>
  names.map(value => ({ value, label: value.charAt(0).toUpperCase() + value.slice(1) }))

/** The magnitude after this one; after the largest the smallest. */
export const nextMagnitude = (now: Magnitude): Magnitude =>
  MAGNITUDE_NAMES[(MAGNITUDE_NAMES.indexOf(now) + 1) % MAGNITUDE_NAMES.length] ?? now
