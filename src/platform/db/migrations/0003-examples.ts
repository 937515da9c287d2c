import { type Kysely, sql } from 'kysely'
import type { Columns } from './columns.ts'

/** What an account's habits are learnt from: its past, as its own record tells it, and ways to find what its people decided here. */
export async function up(db: Kysely<unknown>, { text, integer, table }: Columns): Promise<void> {
  await db.schema
    .createTable('example')
    .addColumn('account_id', text, c => c.notNull().references('account.id'))
    .addColumn('repository_id', text, c => c.notNull().references('repository.id'))
    .addColumn('pull_key', text, c => c.notNull())
    .addColumn('source', text, c => c.notNull())
    .addColumn('visibility', text, c => c.notNull())
    .addColumn('kind', text)
    .addColumn('magnitude', text)
    .addColumn('merged_at', integer, c => c.notNull())
    .addColumn('pull', text, c => c.notNull())
    .addColumn('read_at', integer, c => c.notNull())
    .addPrimaryKeyConstraint('example_key', ['repository_id', 'pull_key'])
    .modifyEnd(table)
    .execute()
  await db.schema.createIndex('example_account').on('example').columns(['account_id', 'merged_at']).execute()
  await db.schema
    .createTable('history_reading')
    .addColumn('repository_id', text, c => c.primaryKey().references('repository.id'))
    .addColumn('account_id', text, c => c.notNull().references('account.id'))
    .addColumn('read_at', integer, c => c.notNull())
    .modifyEnd(table)
    .execute()
  await db.schema
    .createIndex('decision_person')
    .on('decision')
    .columns(['account_id', 'made_at'])
    .where(sql.ref('layer'), '=', sql.lit('person'))
    .execute()
  await db.schema
    .createIndex('activity_action')
    .on('activity')
    .columns(['account_id', 'action', 'actor', 'at'])
    .execute()
}
