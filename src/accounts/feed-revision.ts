import { sql } from 'kysely'
import type { Clock } from '#platform/clock.ts'
import type { Tx } from '#platform/db/schema.ts'
import type { Ids } from '#platform/ids.ts'

/** Creates the feed of an account (`setId` null) or of a set, so that people can subscribe before the first entry. */
export async function openFeed(
  tx: Tx,
  clock: Clock,
  ids: Ids,
  accountId: string,
  setId: string | null,
): Promise<void> {
  const now = clock.now()
  await tx
    .insertInto('feed')
    .values({
      id: ids.next(),
      account_id: accountId,
      set_id: setId,
      revision: 1,
      changed_at: now,
      created_at: now,
    })
    .execute()
}

/**
 * Marks feeds as changed, in the transaction that changes them: all feeds of the account, or the account-wide one and those of the
 * given sets (nulls are skipped). `changed_at` grows by at least one second with each change, so that no two revisions share a
 * `Last-Modified`, which has a resolution of one second. After many quick changes it is ahead of the clock for a while.
 */
export async function touchFeeds(
  tx: Tx,
  clock: Clock,
  accountId: string,
  which: 'all' | { sets: readonly (string | null)[] },
): Promise<void> {
  const now = clock.now()
  const sets = which === 'all' ? [] : [...new Set(which.sets)].filter(id => id !== null)
  await tx
    .updateTable('feed')
    .set({
      revision: sql<number>`revision + 1`,
      changed_at: sql<number>`case when changed_at + 1000 > ${now} then changed_at + 1000 else ${now} end`,
    })
    .where('account_id', '=', accountId)
    .$if(which !== 'all', query =>
      query.where(where =>
        sets.length === 0
          ? where('set_id', 'is', null)
          : where.or([where('set_id', 'is', null), where('set_id', 'in', sets)]),
      ),
    )
    .execute()
}
