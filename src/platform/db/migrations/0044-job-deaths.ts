import type { Kysely } from 'kysely'
import type { Columns } from './columns.ts'

/** How often the process of a job died while it ran it. */
export async function up(db: Kysely<unknown>, { integer }: Columns): Promise<void> {
  await db.schema
    .alterTable('job')
    .addColumn('deaths', integer, c => c.notNull().defaultTo(0))
    .execute()
}
