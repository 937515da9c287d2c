import { type ExpressionBuilder, type ExpressionWrapper, type SqlBool, sql } from 'kysely'
import type { Instant } from '#platform/clock.ts'
import { type Database, timeOf } from '#platform/db/database.ts'
import type { Reader, Schema, Tx } from '#platform/db/schema.ts'

/** The most attempts. All together they take about a quarter of an hour. */
const ATTEMPTS = 10
const FIRST_WAIT_MS = 2_000
const LONGEST_WAIT_MS = FIRST_WAIT_MS * 2 ** (ATTEMPTS - 2)
const LONGEST_ERROR = 500

/** The failed attempts to publish a due entry. */
interface PublishFailure {
  error: string
  attempts: number
  /** When the next attempt is due; null after the last one, when the entry waits for a person. */
  retryAt: Instant | null
}

/** A condition on entries: no attempt to publish the entry has failed, or the next one is due. */
export const isDueForRetry =
  ({ now }: Database) =>
  ({
    not,
    exists,
    selectFrom,
  }: ExpressionBuilder<Schema, 'entry'>): ExpressionWrapper<Schema, 'entry', SqlBool> =>
    not(
      exists(
        selectFrom('publish_failure as failure')
          .select('failure.entry_id')
          .whereRef('failure.entry_id', '=', 'entry.id')
          .where(failure =>
            failure.or([
              failure('retry_at', 'is', null),
              // A later time was stored while the clock was ahead.
              failure.between(
                'retry_at',
                sql<number>`${now} + 1`,
                sql<number>`${now} + ${sql.lit(LONGEST_WAIT_MS)}`,
              ),
            ]),
          ),
      ),
    )

/** Records a failed attempt and schedules the next one with exponential backoff; after the last, the entry waits for a person. */
export async function recordPublishFailure(
  tx: Tx,
  db: Database,
  entryId: string,
  message: string,
): Promise<PublishFailure> {
  const known = await tx
    .selectFrom('publish_failure')
    .select('attempts')
    .where('entry_id', '=', entryId)
    .executeTakeFirst()
  const attempts = (known?.attempts ?? 0) + 1
  const wait = FIRST_WAIT_MS * 2 ** (attempts - 1)
  const retryAt = attempts < ATTEMPTS ? (await timeOf(db, tx)) + wait : null
  const error = message.slice(0, LONGEST_ERROR)
  const row = { attempts, error, retry_at: retryAt }
  await tx
    .insertInto('publish_failure')
    .values({ entry_id: entryId, ...row })
    .onConflict(conflict => conflict.column('entry_id').doUpdateSet(row))
    .execute()
  return { attempts, error, retryAt }
}

/** Deletes the record of an entry's failed attempts. Every change of a queued entry does this. */
export async function clearPublishFailure(tx: Tx, entryId: string): Promise<void> {
  await tx.deleteFrom('publish_failure').where('entry_id', '=', entryId).execute()
}

/** Makes failed entries, of one account or of all, due for another attempt at once. Returns their number. */
export async function retryPublishing(
  tx: Tx,
  which: readonly string[] | 'all',
  accountId?: string,
): Promise<number> {
  if (which.length === 0) return 0
  const { numDeletedRows } = await tx
    .deleteFrom('publish_failure')
    .$if(which !== 'all', query => query.where('entry_id', 'in', which === 'all' ? [] : which))
    .$if(accountId !== undefined, query =>
      query.where('entry_id', 'in', ({ selectFrom }) =>
        selectFrom('entry')
          .select('id')
          .where('account_id', '=', accountId ?? ''),
      ),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** The entries, of one account or of all, that could not be published, the longest overdue first. */
export async function listPublishFailures(
  db: Reader,
  accountId?: string,
): Promise<(PublishFailure & { entryId: string; title: string; dueAt: Instant })[]> {
  return db
    .selectFrom('publish_failure as failure')
    .innerJoin('entry', 'entry.id', 'failure.entry_id')
    .select(['failure.attempts', 'failure.error', 'entry.title', 'failure.entry_id as entryId'])
    .select(['failure.retry_at as retryAt'])
    .select(({ fn }) => fn.coalesce('entry.queued_for', 'entry.updated_at').as('dueAt'))
    .$if(accountId !== undefined, query => query.where('entry.account_id', '=', accountId ?? ''))
    .orderBy('dueAt')
    .orderBy('failure.entry_id')
    .execute()
}
