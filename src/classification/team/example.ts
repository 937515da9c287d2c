import type { MergedPull } from '#pulls/pull-request.ts'
import type { Kind, Magnitude, Visibility } from '../classification.ts'
import type { Head } from '../model/network.ts'
import type { TeamRecord } from '../signals/record.ts'

/** Where an account's own people showed what they take for news. */
export type ExampleSource = 'override' | 'entry' | 'history' | 'silence'

/** How much an example counts: a person's word most; that a team wrote nothing of a merge, or put an entry aside, least. */
export const WEIGHTS: Record<ExampleSource, number> = { override: 1.5, entry: 1, history: 1, silence: 0.8 }

/** What a team decided about a merge; null where that is not known. */
export interface OwnAnswer {
  visibility: Visibility
  kind: Kind | null
  magnitude: Magnitude | null
}

/** An account's merge as it looks without its team's record, beside what it brought for that. */
export interface OwnMerge {
  pull: MergedPull
  /** Null for none, and where all are shown as if there were none. */
  record: TeamRecord | null
}

/** A merge with its team's decision: what the account's habits are learnt from. */
export interface OwnExample extends OwnMerge {
  answer: OwnAnswer
  source: ExampleSource
}

/** The answer to each of the model's questions: 1, 0, or null where the decision does not tell. */
export type Told = Record<Head, 0 | 1 | null>

const NEW: ReadonlySet<Kind> = new Set<Kind>(['feature', 'improvement', 'performance'])

export function toldBy({ visibility, kind, magnitude }: OwnAnswer): Told {
  if (visibility === 'internal') return { visible: 0, fix: null, feature: null, notable: null }
  const isNew = kind !== null && NEW.has(kind)
  return {
    visible: 1,
    fix: kind === 'fix' ? 1 : isNew ? 0 : null,
    feature: isNew ? (kind === 'feature' ? 1 : 0) : null,
    notable: magnitude === null ? null : magnitude === 'patch' ? 0 : 1,
  }
}
