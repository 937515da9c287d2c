import type { Kysely } from 'kysely'
import type { Columns } from './columns.ts'

/** Where the server that runs on this database is reached, for the commands that print addresses. At most one row. */
export async function up(db: Kysely<unknown>, { text, integer, table }: Columns): Promise<void> {
  await db.schema
    .createTable('server_address')
    .addColumn('id', integer, c => c.primaryKey())
    .addColumn('address', text, c => c.notNull())
    .modifyEnd(table)
    .execute()
}
