import { type Hue, KIND_FACES } from '#changelog/kind-faces.ts'
import { KINDS, type Kind, MAGNITUDES, type Magnitude } from '#judgement/classification/classification.ts'

const CLASS_OF_HUE: Record<Hue, string> = {
  green: 'text-kind-green',
  teal: 'text-kind-teal',
  blue: 'text-kind-blue',
  amber: 'text-kind-amber',
  purple: 'text-kind-purple',
  danger: 'text-danger',
  quiet: 'text-quiet',
}

/** The class of the color of a kind. */
export const colorOf = (kind: Kind): string => CLASS_OF_HUE[KIND_FACES[kind].hue]

/** The keys of the first ten kinds, in their order: 1 to 9, then 0. */
export const KIND_KEYS = KINDS.slice(0, 10).map((kind, at) => ({ key: String((at + 1) % 10), kind }))

/** All of `KIND_KEYS` in the words of a hint, such as "1–9". */
export const KIND_KEYS_SHOWN = `${KIND_KEYS[0]?.key}–${KIND_KEYS.at(-1)?.key}`

/** The magnitude after this one; after the largest the smallest. */
export const nextMagnitude = (now: Magnitude): Magnitude =>
  MAGNITUDES[(MAGNITUDES.indexOf(now) + 1) % MAGNITUDES.length] ?? now
