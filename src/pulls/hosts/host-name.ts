import type { Instant } from '#platform/clock.ts'
import type { MergedPull } from '#pulls/pull-request.ts'

/** Which merges are asked for. */
export interface MergeRange {
  /** Merged at or after. */
  since?: Instant
  /** Merged before. */
  until?: Instant
  /** At most so many, the newest. */
  last?: number
}

/** What a source found out about itself before the first merge. */
export interface SourceFacts {
  host: string
  repo: string
  /** For people: `owner/name`, or the folder's name where no remote tells. */
  name: string
  /** The repository's page, without credentials; null where nothing tells. */
  url: string | null
  /** Whether the addresses of its pull requests' pages are known. */
  hasPages: boolean
  /** What a person should know about how it is read ("No pull requests were found, so each commit counts."). */
  notes: string[]
}

/** A place that merged pull requests come from: each file of `hosts/` makes one. */
export interface MergeSource {
  facts: SourceFacts
  /** Newest first. */
  merges(): AsyncIterable<MergedPull>
}
