import type { Judged } from '#pipeline/judging/editor.ts'
import type { RecordingResult } from '#pulls/pull-requests.ts'

/** How many merges came to what. */
export interface IngestCounts {
  recorded: number
  updated: number
  skipped: number
  user_facing: number
  published: number
}

/** What became of merges that were taken in. */
export interface IngestResult extends IngestCounts {
  /** The pull requests that customers would notice and that this did not publish. */
  unpublished: string[]
}

/** Counts what came of recorded merges; those that could not be judged are in `recorded` alone. */
export function countResults(
  recorded: readonly Pick<RecordingResult, 'outcome'>[],
  arrived: readonly (Judged & Pick<RecordingResult, 'id' | 'outcome'>)[],
  publishedIds: readonly string[],
): IngestResult {
  const noticed = arrived.filter(merge => merge.classification.visibility === 'user-facing')
  const published = new Set(publishedIds)
  return {
    recorded: recorded.filter(merge => merge.outcome === 'recorded').length,
    updated: recorded.filter(merge => merge.outcome === 'updated').length,
    skipped: recorded.filter(merge => merge.outcome === 'unchanged').length,
    user_facing: noticed.length,
    published: published.size,
    unpublished: noticed.flatMap(({ id }) => (published.has(id) ? [] : [id])),
  }
}
