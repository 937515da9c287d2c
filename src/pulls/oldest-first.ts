import { batchesOf } from '#platform/chunks.ts'
import type { MergedPull } from './pull-request.ts'

/** Merges that are held to be put in order: years of most repositories, in a few megabytes. */
const HELD = 2_000

type Dated = Pick<MergedPull, 'mergedAt'>

export const byMergeTime = (a: Dated, b: Dated): number => a.mergedAt - b.mergedAt

/**
 * Merges in the order in which they are judged best, for each is seen beside the ones before it. Sources tell the newest first: of
 * a very long history the newest part comes first, in its order.
 */
export async function* oldestFirst<T extends Dated>(merges: AsyncIterable<T>): AsyncGenerator<T> {
  // What was merged within one second stands the other way around in most sources.
  for await (const held of batchesOf(merges, HELD)) yield* held.reverse().sort(byMergeTime)
}
