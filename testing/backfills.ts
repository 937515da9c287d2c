import type { Reader } from '#platform/db/schema.ts'
import { type Backfill, backfillById } from '#pulls/connections/backfills.ts'

/** The account's, the newest first. */
export async function listBackfills(db: Reader, accountId: string): Promise<Backfill[]> {
  const rows = await db
    .selectFrom('backfill')
    .select('id')
    .where('account_id', '=', accountId)
    .orderBy('started_at', 'desc')
    .orderBy('id')
    .execute()
  return Promise.all(rows.map(({ id }) => backfillById(db, id)))
}
