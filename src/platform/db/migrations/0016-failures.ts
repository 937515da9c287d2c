import { type Kysely, sql } from 'kysely'
import type { Columns } from './columns.ts'

/** Entries that could not be published when they were due, and pull requests that could not be classified. */
export async function up(db: Kysely<unknown>, { text, integer, table }: Columns): Promise<void> {
  await db.schema
    .createTable('publish_failure')
    .addColumn('entry_id', text, c => c.primaryKey().references('entry.id'))
    .addColumn('attempts', integer, c => c.notNull())
    .addColumn('error', text, c => c.notNull())
    .addColumn('retry_at', integer)
    .modifyEnd(table)
    .execute()
  await db.schema.alterTable('pull_request').addColumn('classification_error', text).execute()
  await db.schema.alterTable('pull_request').addColumn('classification_failed_at', integer).execute()
  await db.schema
    .createIndex('pull_request_unclassifiable')
    .on('pull_request')
    .column('classification_failed_at')
    .where(sql.ref('classification_failed_at'), 'is not', null)
    .execute()
}
