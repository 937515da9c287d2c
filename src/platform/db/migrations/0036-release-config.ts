import type { Kysely } from 'kysely'
import type { Columns } from './columns.ts'

/** How a repository's team configured its release notes: a JSON list of {path, text}. */
export async function up(db: Kysely<unknown>, { text }: Columns): Promise<void> {
  await db.schema.alterTable('repository').addColumn('release_config', text).execute()
}
