import type { Kysely } from 'kysely'
import type { Columns } from './columns.ts'

/** Whether the feeds of an account leave out the addresses of pull requests in private repositories. They had them so far. */
export async function up(db: Kysely<unknown>, { integer }: Columns): Promise<void> {
  await db.schema
    .alterTable('account')
    .addColumn('hides_private_pulls', integer, c => c.notNull().defaultTo(0))
    .execute()
}
