import type { Kysely } from 'kysely'
import type { Columns } from './columns.ts'

/** Posts that a network refused because it has a post of this text already. */
export async function up(db: Kysely<unknown>, { integer }: Columns): Promise<void> {
  await db.schema
    .alterTable('post')
    .addColumn('refused_as_duplicate', integer, c => c.notNull().defaultTo(0))
    .execute()
}
