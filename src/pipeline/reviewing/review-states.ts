import { sql } from 'kysely'
import type { Reader, Tx } from '#platform/db/schema.ts'

/**
 * The state of reviewing a pull request. `opened`: its author may still be asked; `passed`: there was nothing
 * to ask; `asked`: there was a comment, so no further one is written, even if that was deleted.
 */
export type ReviewState = 'opened' | 'passed' | 'asked'

/** Identifies a pull request of a source. */
interface ReviewedPull {
  sourceId: string
  number: number
}

/** The state; null for a pull request that has not been opened, reopened or made ready since reviews were switched on. */
export async function reviewStateOf(
  db: Reader,
  { sourceId, number }: ReviewedPull,
): Promise<ReviewState | null> {
  const row = await db
    .selectFrom('review')
    .select('state')
    .where('source_id', '=', sourceId)
    .where('number', '=', number)
    .executeTakeFirst()
  return row?.state ?? null
}

/** Records that the pull request was opened, reopened or made ready, so that its author may be asked unless that was done before. */
export async function markOpened(tx: Tx, { sourceId, number }: ReviewedPull): Promise<void> {
  await tx
    .insertInto('review')
    .values({ source_id: sourceId, number, state: 'opened' })
    .onConflict(conflict =>
      conflict
        .columns(['source_id', 'number'])
        .doUpdateSet({ state: 'opened' })
        .where('review.state', '=', 'passed'),
    )
    .execute()
}

/** Records which key signed our comment, null where there is none. What was asked stays asked. */
export async function settleReview(
  tx: Tx,
  { sourceId, number }: ReviewedPull,
  signedBy: string | null,
): Promise<void> {
  const passed = sql<ReviewState>`case state when 'asked' then state else 'passed' end`
  await tx
    .updateTable('review')
    .set({ state: signedBy === null ? passed : 'asked', signed_by: signedBy })
    .where('source_id', '=', sourceId)
    .where('number', '=', number)
    .execute()
}

/** How many comments on pull requests that are not merged were signed with another key than this one. */
export async function countOfOlderMarks(db: Reader, fingerprint: string): Promise<number> {
  const { count } = await db
    .selectFrom('review')
    .innerJoin('source', 'source.id', 'review.source_id')
    .leftJoin('pull_request as merged', join =>
      join
        .onRef('merged.repository_id', '=', 'source.repository_id')
        .onRef('merged.number', '=', 'review.number'),
    )
    .select(build => build.fn.countAll<number>().as('count'))
    .where('review.signed_by', '<>', fingerprint)
    .where('merged.id', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}
