import type { Kysely } from 'kysely'
import type { Columns } from './columns.ts'

/** Who gets no more mail, and who asked for the weekly summary. */
export async function up(db: Kysely<unknown>, { text, integer, table }: Columns): Promise<void> {
  await db.schema
    .createTable('mail_suppression')
    .addColumn('address_key', text, c => c.primaryKey())
    .addColumn('reason', text, c => c.notNull())
    .addColumn('suppressed_at', integer, c => c.notNull())
    .modifyEnd(table)
    .execute()
  await db.schema
    .createTable('summary_subscription')
    .addColumn('id', text, c => c.primaryKey())
    .addColumn('account_id', text, c => c.notNull().references('account.id'))
    .addColumn('address', text, c => c.notNull())
    .addColumn('address_key', text, c => c.notNull())
    .addColumn('token', text, c => c.notNull().unique())
    .addColumn('due_at', integer, c => c.notNull())
    .addColumn('created_at', integer, c => c.notNull())
    .addUniqueConstraint('summary_subscription_address', ['account_id', 'address_key'])
    .modifyEnd(table)
    .execute()
  await db.schema
    .createIndex('summary_subscription_due')
    .on('summary_subscription')
    .column('due_at')
    .execute()
}
