import type { Kysely } from 'kysely'
import type { Columns } from './columns.ts'

/** What is known of each paid subscription, and the plan of each account that follows from it. */
export async function up(db: Kysely<unknown>, { text, integer, table }: Columns): Promise<void> {
  await db.schema
    .createTable('subscription')
    .addColumn('id', text, c => c.primaryKey())
    .addColumn('account_id', text, c => c.references('account.id'))
    .addColumn('customer_id', text)
    .addColumn('status', text, c => c.notNull())
    .addColumn('ended', integer, c => c.notNull())
    .addColumn('status_at', integer, c => c.notNull())
    .addColumn('weight', integer, c => c.notNull())
    .modifyEnd(table)
    .execute()
  await db.schema.createIndex('subscription_account').on('subscription').column('account_id').execute()
  await db.schema
    .createTable('account_plan')
    .addColumn('account_id', text, c => c.primaryKey().references('account.id'))
    .addColumn('plan', text, c => c.notNull())
    .modifyEnd(table)
    .execute()
}
