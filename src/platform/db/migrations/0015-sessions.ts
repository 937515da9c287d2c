import type { Kysely } from 'kysely'
import type { Columns } from './columns.ts'

/** When a link by mail began a session: for a while that is proof enough to set another password. */
export async function up(db: Kysely<unknown>, { integer }: Columns): Promise<void> {
  await db.schema.alterTable('session').addColumn('linked_at', integer).execute()
}
