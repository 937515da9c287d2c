import type { Kysely } from 'kysely'
import type { Columns } from './columns.ts'

/** What tells local repositories without a remote apart. Null for others, and for those that were imported before. */
export async function up(db: Kysely<unknown>, { text }: Columns): Promise<void> {
  await db.schema.alterTable('repository').addColumn('local_id', text).execute()
}
