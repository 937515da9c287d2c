import { recordEvent } from '#accounts/events.ts'
import type { Reader, Tx } from '#platform/db/schema.ts'
import type { ReviewsState, Source } from './sources.ts'

/** Sets whether the open pull requests of a source are reviewed. `reason` says, in a sentence, why the host refuses comments. */
export async function setReviews(
  tx: Tx,
  { id, accountId }: Pick<Source, 'id' | 'accountId'>,
  reviews: ReviewsState,
  reason: string | null = null,
): Promise<void> {
  await tx.updateTable('source').set({ reviews, reviews_reason: reason }).where('id', '=', id).execute()
  await recordEvent(tx, accountId, 'sources', [id])
}

/** Records that the host refused a comment. Returns false if reviews are no longer on. */
export async function refuseReviews(
  tx: Tx,
  { id, accountId }: Pick<Source, 'id' | 'accountId'>,
  reason: string,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('source')
    .set({ reviews: 'refused', reviews_reason: reason })
    .where('id', '=', id)
    .where('reviews', '=', 'on')
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await recordEvent(tx, accountId, 'sources', [id])
  return true
}

/** The API addresses of the hosts that have a repository with reviews that is connected through an app. */
export async function appsWithReviews(db: Reader): Promise<Set<string>> {
  const rows = await db
    .selectFrom('source')
    .select('api_url')
    .distinct()
    .where('installation_id', 'is not', null)
    .where('reviews', '=', 'on')
    .execute()
  return new Set(rows.map(row => row.api_url))
}
