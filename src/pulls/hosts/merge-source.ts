import type { Instant } from '#platform/clock.ts'
import { batchesOf } from '#platform/iterables.ts'
import type { MergedPull } from '#pulls/pull-request.ts'

/** Which merges to read. */
export interface MergeRange {
  /** Merged at or after this time. */
  since?: Instant
  /** Merged before this time. */
  until?: Instant
  /** The most merges to read, the newest ones. */
  last?: number
  /** Reads only commits with these hashes. */
  among?: ReadonlySet<string>
}

/** The commits of a release, by their hashes. */
export interface CommitRange {
  /** The name of the tag, branch or commit at which it starts; null for the beginning of the history. */
  start: string | null
  from: string | null
  to: string
  /** The commits that `to` has and `from` does not. */
  commits: ReadonlySet<string>
  /** The commits that `from` has and `to` does not, as on a branch for corrections. */
  left: ReadonlySet<string>
  /** All commits that `to` has. */
  reachable: ReadonlySet<string>
}

/** The facts about a source that are known before its first merge is read. */
export interface SourceFacts {
  host: string
  repo: string
  /** The name to show: `owner/name`, or the folder's name without a remote. */
  name: string
  /** The repository's web page, without credentials; null when unknown. */
  url: string | null
  /** Whether the web addresses of its pull requests are known. */
  hasPages: boolean
  /** Notes for people on how the source is read ("No pull requests were found, so each commit counts."). */
  notes: string[]
}

/**
 * The pull requests that were merged into other branches first. `nothing-new`: the merge brings nothing that
 * was not there already; `fork` and `other-history`: the number is not one of this repository's.
 */
export interface CarriedCounts {
  /** How many were read, because a merge of such a branch brought them in. */
  reached: number
  skipped: Record<SkipReason, number>
}

export const SKIP_REASONS = ['nothing-new', 'fork', 'other-history'] as const
export type SkipReason = (typeof SKIP_REASONS)[number]

/** A source of merged pull requests, such as a local git repository. */
export interface MergeSource {
  facts: SourceFacts
  /** The branch whose history is read; null if it is unknown. */
  branch: string | null
  /** The number of merges to read. */
  total: number
  /** How many of these merges were merged into other branches first. */
  carried: CarriedCounts
  /** The merges, oldest first, because each is judged after the ones before it. */
  merges(): AsyncIterable<MergedPull>
}

/** How many merges are sorted together: years of most repositories, in a few megabytes. */
export const SORT_WINDOW = 2_000

type Dated = Pick<MergedPull, 'mergedAt'>

export const byMergeTime = (a: Dated, b: Dated): number => a.mergedAt - b.mergedAt

/** Brings merges that come newest first into the order of their times. Sorts blocks of `SORT_WINDOW`, which keep their order. */
export async function* orderOldestFirst<T extends Dated>(merges: AsyncIterable<T>): AsyncGenerator<T> {
  // Most sources list merges of the same second in reverse order.
  for await (const held of batchesOf(merges, SORT_WINDOW)) yield* held.reverse().sort(byMergeTime)
}
