import type { Target } from '#judgement/classification/model/model.ts'
import type { TeamRecord } from '#judgement/classification/record/signal.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import type { Kind, Magnitude, Visibility } from '../classification.ts'

/** Where an account's people showed what they announce. */
export type ExampleSource = 'override' | 'entry' | 'history' | 'silence'

/** What a team decided about a merge; null where that is not known. */
export interface OwnAnswer {
  visibility: Visibility
  kind: Kind | null
  magnitude: Magnitude | null
}

/** An account's merge without its team's record, and what it brought for that. */
export interface OwnMerge {
  pull: MergedPull
  /** What the merge brought for its team's record; null for nothing, and where records are to be ignored. */
  record: TeamRecord | null
}

/** A merge with its team's decision, which the account's habits are learnt from. */
export interface OwnExample extends OwnMerge {
  answer: OwnAnswer
  source: ExampleSource
}

const NEW: ReadonlySet<Kind> = new Set<Kind>(['feature', 'improvement', 'performance'])

/** The answer as the model's targets: 1, 0, or null where it does not tell. */
export function targetsOf({ visibility, kind, magnitude }: OwnAnswer): Record<Target, 0 | 1 | null> {
  if (visibility === 'internal') return { visible: 0, fix: null, feature: null, notable: null }
  const isNew = kind !== null && NEW.has(kind)
  return {
    visible: 1,
    fix: kind === 'fix' ? 1 : isNew ? 0 : null,
    feature: isNew ? (kind === 'feature' ? 1 : 0) : null,
    notable: magnitude === null ? null : magnitude === 'patch' ? 0 : 1,
  }
}
