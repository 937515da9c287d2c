import type { Kysely } from 'kysely'
import type { Columns } from './columns.ts'

/** Whether the link of an invitation was sent by mail only. Nothing is known about those before, so they prove no address. */
export async function up(db: Kysely<unknown>, { integer }: Columns): Promise<void> {
  await db.schema
    .alterTable('invitation')
    .addColumn('by_mail', integer, c => c.notNull().defaultTo(0))
    .execute()
}
