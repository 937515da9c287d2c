import type { Instant } from '#platform/clock.ts'
import { batchesOf } from '#platform/iterables.ts'
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

/** Merges that are held to be put in order: years of most repositories, in a few megabytes. */
const SORT_WINDOW = 2_000

type Dated = Pick<MergedPull, 'mergedAt'>

export const byMergeTime = (a: Dated, b: Dated): number => a.mergedAt - b.mergedAt

/**
 * Merges in the order in which they are judged best, for each is seen beside the ones before it. Sources tell the newest first: of
 * a very long history the newest part comes first, in its order.
 */
export async function* orderOldestFirst<T extends Dated>(merges: AsyncIterable<T>): AsyncGenerator<T> {
  // What was merged within one second stands the other way around in most sources.
  for await (const held of batchesOf(merges, SORT_WINDOW)) yield* held.reverse().sort(byMergeTime)
}
