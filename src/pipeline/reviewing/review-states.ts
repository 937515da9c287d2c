import type { Reader, Tx } from '#platform/db/schema.ts'

/**
 * How far a pull request is. `opened`: its author may still be asked; `passed`: there was nothing to ask; `asked`: there was a comment, so
 * none is written any more, whoever deleted it.
 */
export type ReviewState = 'opened' | 'passed' | 'asked'

/** A pull request of a source. */
interface ReviewedPull {
  sourceId: string
  number: number
}

/** Null for one that was not opened, reopened or made ready since reviews were switched on. */
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

/** The pull request was opened, reopened or made ready: its author may be asked, unless that was done before. */
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

/** Records the outcome of a review. What was asked stays asked. */
export async function settleReview(
  tx: Tx,
  { sourceId, number }: ReviewedPull,
  state: 'passed' | 'asked',
): Promise<void> {
  await tx
    .updateTable('review')
    .set({ state })
    .where('source_id', '=', sourceId)
    .where('number', '=', number)
    .where('state', '<>', 'asked')
    .execute()
}
