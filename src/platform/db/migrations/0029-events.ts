import type { Kysely } from 'kysely'
import type { Columns } from './columns.ts'

/** What changed in an account, for the open pages of the dashboard. */
export async function up(db: Kysely<unknown>, { text, integer, table }: Columns): Promise<void> {
  await db.schema
    .alterTable('account')
    .addColumn('event_seq', integer, c => c.notNull().defaultTo(0))
    .execute()
  await db.schema
    .createTable('event_outbox')
    .addColumn('id', text, c => c.primaryKey())
    .addColumn('account_id', text, c => c.notNull().references('account.id'))
    .addColumn('topic', text, c => c.notNull())
    .addColumn('subjects', text, c => c.notNull())
    .modifyEnd(table)
    .execute()
  await db.schema.createIndex('event_outbox_account').on('event_outbox').column('account_id').execute()
  await db.schema
    .createTable('account_event')
    .addColumn('account_id', text, c => c.notNull().references('account.id'))
    .addColumn('seq', integer, c => c.notNull())
    .addColumn('topic', text, c => c.notNull())
    .addColumn('subjects', text)
    .addColumn('at', integer, c => c.notNull())
    .addPrimaryKeyConstraint('account_event_key', ['account_id', 'seq'])
    .modifyEnd(table)
    .execute()
}
