import type { Evidence, Kind, Magnitude } from '../classification.ts'

/** Something that people wrote to say what they take the change for. Evidence to weigh, not an order. */
export interface Signal extends Evidence {
  kind: Kind | null
  magnitude: Magnitude | null
  /** It says that readers may have to change something. */
  breaking: boolean
  /** The team's own decision for its changelog, rather than a remark that lets one guess it. */
  binding: boolean
  /** A word of the team's own that nobody understands yet; null for every other. */
  category: string | null
}

export const signal = (known: Evidence & Partial<Signal>): Signal => ({
  kind: null,
  magnitude: null,
  breaking: false,
  binding: false,
  category: null,
  ...known,
})

/** Where a change may bring what its team keeps for its record. */
export type RecordForm = 'changeset' | 'fragment' | 'release-note' | 'trailer' | 'label' | 'changelog'

export interface TeamRecord {
  /** Whether it announces the change, or says that there is nothing to announce. */
  announces: boolean
  form: RecordForm
}

/** A note is one whatever its words; a label or a trailer only where it decides. */
const NOTES: ReadonlySet<string> = new Set<RecordForm>(['changeset', 'fragment', 'release-note', 'changelog'])

/** The team's record as the weightiest signal of a change tells it; null where there is none. */
export function recordIn(signals: readonly Signal[]): TeamRecord | null {
  const told = signals.find(
    ({ binding, category, source }) => binding || (NOTES.has(source) && category === null),
  )
  return told ? { announces: told.weight > 0, form: told.source as RecordForm } : null
}
