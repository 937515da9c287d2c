import type { Evidence, Kind, Magnitude } from '../classification.ts'

/** Something that people wrote to say what they take the change for. Evidence to weigh, not an order. */
export interface Signal extends Evidence {
  kind: Kind | null
  magnitude: Magnitude | null
  /** The team's own decision for its changelog, rather than a remark that lets one guess it. */
  binding: boolean
}

export const signal = (known: Evidence & Partial<Signal>): Signal => ({
  kind: null,
  magnitude: null,
  binding: false,
  ...known,
})
