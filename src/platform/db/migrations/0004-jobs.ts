import { type Kysely, sql } from 'kysely'
import type { Columns } from './columns.ts'

/** Work that outlives the process that called for it. */
export async function up(db: Kysely<unknown>, { text, integer, table }: Columns): Promise<void> {
  await db.schema
    .createTable('job')
    .addColumn('id', text, c => c.primaryKey())
    .addColumn('account_id', text, c => c.references('account.id'))
    .addColumn('kind', text, c => c.notNull())
    .addColumn('payload', text, c => c.notNull())
    .addColumn('dedupe_key', text)
    .addColumn('priority', integer, c => c.notNull())
    .addColumn('turn', integer, c => c.notNull())
    .addColumn('available_at', integer)
    .addColumn('lease_token', text)
    .addColumn('attempts', integer, c => c.notNull())
    .addColumn('last_error', text)
    .addColumn('created_at', integer, c => c.notNull())
    .modifyEnd(table)
    .execute()
  await db.schema
    .createIndex('job_line')
    .on('job')
    .columns(['priority', 'turn', 'id'])
    .where(sql.ref('available_at'), 'is not', null)
    .execute()
  await db.schema.createIndex('job_account').on('job').columns(['account_id', 'turn']).execute()
  await db.schema
    .createIndex('job_waiting')
    .unique()
    .on('job')
    .column('dedupe_key')
    .where(sql.ref('lease_token'), 'is', null)
    .where(sql.ref('available_at'), 'is not', null)
    .execute()
  await db.schema
    .createTable('worker')
    .addColumn('id', text, c => c.primaryKey())
    .addColumn('started_at', integer, c => c.notNull())
    .addColumn('seen_at', integer, c => c.notNull())
    .modifyEnd(table)
    .execute()
}
