import type { Instant } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import type { Reader, Tx } from '#platform/db/schema.ts'
import type { JobDefinition } from './job.ts'
import { MOST_DEATHS } from './queue.ts'

/** A job that has failed or is overdue. */
export interface ListedJob {
  id: string
  kind: string
  /** As JSON. */
  payload: string
  error: string | null
  createdAt: Instant
}

/** The failed jobs, of one account or of all, oldest first. */
export async function listFailedJobs(db: Reader, accountId?: string): Promise<ListedJob[]> {
  const rows = await listedJobs(db)
    .where('available_at', 'is', null)
    .$if(accountId !== undefined, query => query.where('account_id', '=', accountId ?? ''))
    .execute()
  return rows.map(listedJobFrom)
}

const MAX_OVERDUE_LISTED = 100

/** The oldest jobs that are due and that no worker has claimed, and how many more there are. Jobs whose worker died are among them. */
export async function listOverdueJobs(db: Database): Promise<{ jobs: ListedJob[]; more: number }> {
  const rows = await listedJobs(db.read)
    .select(({ fn }) => fn.countAll().over().as('total'))
    .where('available_at', '<=', db.now)
    .limit(MAX_OVERDUE_LISTED)
    .execute()
  return {
    jobs: rows.map(({ total: _, ...row }) => listedJobFrom(row)),
    more: Number(rows[0]?.total ?? 0) - rows.length,
  }
}

const listedJobs = (db: Reader) =>
  db
    .selectFrom('job')
    .select(['id', 'kind', 'payload', 'last_error', 'created_at'])
    .orderBy('created_at')
    .orderBy('id')

type Row = Awaited<ReturnType<ReturnType<typeof listedJobs>['execute']>>[number]

const listedJobFrom = ({ last_error: error, created_at: createdAt, ...row }: Row): ListedJob => ({
  ...row,
  error,
  createdAt,
})

/** Makes failed jobs, of one account or of all, due again as if they had never run. Returns how many. */
export async function retryJobs(tx: Tx, ids: readonly string[] | 'all', accountId?: string): Promise<number> {
  if (ids.length === 0) return 0
  const { numUpdatedRows } = await tx
    .updateTable('job')
    .set({ available_at: 0, attempts: 0, deaths: 0, dedupe_key: null })
    .where('available_at', 'is', null)
    .$if(ids !== 'all', query => query.where('id', 'in', ids === 'all' ? [] : ids))
    .$if(accountId !== undefined, query => query.where('account_id', '=', accountId ?? ''))
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Deletes the failed jobs with one of these payloads: what they were for is gone, or other jobs do it. */
export async function discardFailedJobs<Payload>(
  tx: Tx,
  { name }: JobDefinition<Payload>,
  payloads: readonly Payload[],
): Promise<void> {
  const texts = payloads.map(payload => JSON.stringify(payload))
  await tx
    .deleteFrom('job')
    .where('kind', '=', name)
    .where('available_at', 'is', null)
    .where('payload', 'in', texts)
    .execute()
}

/** Makes the jobs of a kind that were set aside due again, once. If the process dies once more, they are set aside again. */
export async function retrySetAside(tx: Tx, kind: string): Promise<void> {
  await tx
    .updateTable('job')
    .set({ available_at: 0, attempts: 0, deaths: MOST_DEATHS - 1, dedupe_key: null })
    .where('available_at', 'is', null)
    .where('kind', '=', kind)
    .where('deaths', '>=', MOST_DEATHS)
    .execute()
}
