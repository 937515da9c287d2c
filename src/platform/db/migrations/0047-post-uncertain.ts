import { type Kysely, sql } from 'kysely'
import type { Columns } from './columns.ts'

/** Since when a network may have a post. Of earlier attempts only the last is known. */
export async function up(db: Kysely<unknown>, { integer }: Columns): Promise<void> {
  await db.schema.alterTable('post').addColumn('uncertain_since', integer).execute()
  await sql`update post set uncertain_since = attempted_at where state in ('planned', 'attempting', 'unknown')`.execute(
    db,
  )
}
