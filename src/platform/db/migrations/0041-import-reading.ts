import type { Kysely } from 'kysely'
import type { Columns } from './columns.ts'

/** How many merges an import of a git directory has read; they are classified and recorded afterwards. */
export async function up(db: Kysely<unknown>, { integer }: Columns): Promise<void> {
  await db.schema
    .alterTable('git_import')
    .addColumn('read', integer, c => c.notNull().defaultTo(0))
    .execute()
}
