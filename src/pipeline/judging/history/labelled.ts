import type { Kind } from '#judgement/classification/classification.ts'
import type { Instant } from '#platform/clock.ts'
import type { MergedPull } from '#pulls/pull-request.ts'

/** Where a team keeps up what it tells, the most telling first: where several speak of a time, the first is believed. */
export const HISTORY_SOURCES = ['notes', 'changelog', 'changelog-edits', 'tags'] as const
/**
 * `notes`: changesets, news fragments and release-note blocks, each with its change. `changelog`: files that name merges.
 * `changelog-edits`: changes that edit a changelog file themselves. `tags`: messages of tags that name merges.
 */
export type HistorySource = (typeof HISTORY_SOURCES)[number]

/** What one source says of one merge. */
export interface SourceStatement {
  /** Null where teams disagree whether it belongs into a changelog (documentation, dependencies), and for lines about everything. */
  announced: boolean | null
  /** Null where the record tells no kind. */
  kind: Kind | null
  /** The words for customers; null where there are none of its own. */
  note: string | null
  /** The release that it was announced in, as far as the record tells. */
  version: string | null
}

/** A past merge with what its team decided about it: an example to be measured by, or to learn from. */
export interface LabelledPull extends SourceStatement {
  announced: boolean
  pull: MergedPull
  source: HistorySource
  /** `recorded`: the team wrote its decision down. `absent`: it wrote nothing, at a time when it wrote about others; less sure. */
  basis: 'recorded' | 'absent'
}

/** What a source was found to cover, and what it says there. */
export interface SourceCoverage {
  source: HistorySource
  /** The papers that name merges, the one that names most first; empty for what stands with the change. */
  files: string[]
  /** Merges inside the spans, and those of them that it names. */
  merges: number
  named: number
  spans: { from: Instant; to: Instant }[]
}
