import type { Kysely } from 'kysely'
import type { Columns } from './columns.ts'

/** Applications of this service on the servers of networks, registered once for each. */
export async function up(db: Kysely<unknown>, { text, integer, table }: Columns): Promise<void> {
  await db.schema
    .createTable('social_app')
    .addColumn('network', text, c => c.notNull())
    .addColumn('instance', text, c => c.notNull())
    .addColumn('return_url', text, c => c.notNull())
    .addColumn('client', text, c => c.notNull())
    .addColumn('created_at', integer, c => c.notNull())
    .addPrimaryKeyConstraint('social_app_key', ['network', 'instance', 'return_url'])
    .modifyEnd(table)
    .execute()
}
