import type { Kysely } from 'kysely'
import type { Columns } from './columns.ts'

/** The hosted changelog page of an account, and which repositories strangers may see. */
export async function up(db: Kysely<unknown>, { text, integer, table }: Columns): Promise<void> {
  await db.schema
    .createTable('changelog_page')
    .addColumn('account_id', text, c => c.primaryKey().references('account.id'))
    .addColumn('is_on', integer, c => c.notNull())
    .addColumn('name', text, c => c.unique())
    .addColumn('host', text, c => c.unique())
    .addColumn('title', text)
    .addColumn('intro', text)
    .addColumn('logo', text)
    .addColumn('accent', text)
    .addColumn('home_url', text)
    .addColumn('is_listed', integer, c => c.notNull())
    .addColumn('shows_pull_requests', integer, c => c.notNull())
    .modifyEnd(table)
    .execute()
  await db.schema.alterTable('repository').addColumn('is_public', integer).execute()
}
