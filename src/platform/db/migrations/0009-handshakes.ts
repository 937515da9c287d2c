import type { Kysely } from 'kysely'
import type { Columns } from './columns.ts'

/** One-time links that lead a person through the pages of a code host and back. */
export async function up(db: Kysely<unknown>, { text, integer, table }: Columns): Promise<void> {
  await db.schema
    .createTable('handshake')
    .addColumn('id', text, c => c.primaryKey())
    .addColumn('purpose', text, c => c.notNull())
    .addColumn('account_id', text, c => c.references('account.id'))
    .addColumn('api_url', text, c => c.notNull())
    .addColumn('wish', text, c => c.notNull())
    .addColumn('link_hash', text, c => c.notNull().unique())
    .addColumn('state_hash', text, c => c.notNull().unique())
    .addColumn('browser_hash', text, c => c.notNull().unique())
    .addColumn('step', text, c => c.notNull())
    .addColumn('found', text)
    .addColumn('expires_at', integer, c => c.notNull())
    .addColumn('created_at', integer, c => c.notNull())
    .modifyEnd(table)
    .execute()
}
