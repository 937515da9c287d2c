import type { Kysely } from 'kysely'
import type { Columns } from './columns.ts'

/** What posts cost, and what a social account may spend in a month. */
export async function up(db: Kysely<unknown>, { integer }: Columns): Promise<void> {
  await db.schema.alterTable('social_account').addColumn('budget', integer).execute()
  await db.schema.alterTable('post').addColumn('cost', integer).execute()
}
