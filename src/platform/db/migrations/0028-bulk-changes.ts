import type { Kysely } from 'kysely'
import type { Columns } from './columns.ts'

/** What bulk changes replaced, so that they can be undone, and entries that are published right away. */
export async function up(db: Kysely<unknown>, { text, integer, table }: Columns): Promise<void> {
  await db.schema
    .alterTable('entry')
    .addColumn('immediate', integer, c => c.notNull().defaultTo(0))
    .execute()
  await db.schema
    .createTable('bulk_change')
    .addColumn('id', text, c => c.primaryKey())
    .addColumn('account_id', text, c => c.notNull().references('account.id'))
    .addColumn('actor', text, c => c.notNull())
    .addColumn('action', text, c => c.notNull())
    .addColumn('at', integer, c => c.notNull())
    .modifyEnd(table)
    .execute()
  await db.schema
    .createIndex('bulk_change_account')
    .on('bulk_change')
    .columns(['account_id', 'actor', 'at'])
    .execute()
  await db.schema
    .createTable('bulk_change_item')
    .addColumn('change_id', text, c => c.notNull().references('bulk_change.id').onDelete('cascade'))
    .addColumn('item_id', text, c => c.notNull())
    .addColumn('position', integer, c => c.notNull())
    .addColumn('entry_id', text)
    .addColumn('entry_before', text)
    .addColumn('entry_version', integer)
    .addColumn('pull_request_id', text)
    .addColumn('decision_before', text)
    .addColumn('decision_after', text)
    .addColumn('undone_at', integer)
    .addPrimaryKeyConstraint('bulk_change_item_key', ['change_id', 'item_id'])
    .modifyEnd(table)
    .execute()
}
