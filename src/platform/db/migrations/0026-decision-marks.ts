import type { Kysely } from 'kysely'
import type { Columns } from './columns.ts'

/** Decisions tell whether a change breaks what people have, and whether it is live. */
export async function up(db: Kysely<unknown>, { integer, text }: Columns): Promise<void> {
  await db.schema
    .alterTable('decision')
    .addColumn('is_breaking', integer, c => c.notNull().defaultTo(0))
    .execute()
  await db.schema.alterTable('decision').addColumn('not_live', text).execute()
}
