import type { Kysely } from 'kysely'
import type { Columns } from './columns.ts'

/** Why a person has to word what the machine could not, on its pitch and on the entry made of it. */
export async function up(db: Kysely<unknown>, { text }: Columns): Promise<void> {
  for (const table of ['pitch', 'entry'])
    await db.schema.alterTable(table).addColumn('needs_words', text).execute()
}
