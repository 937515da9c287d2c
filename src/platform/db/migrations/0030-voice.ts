import type { Kysely } from 'kysely'
import type { Columns } from './columns.ts'

/** How an account wants its copy to sound. */
export async function up(db: Kysely<unknown>, { text, integer, table }: Columns): Promise<void> {
  await db.schema
    .createTable('voice')
    .addColumn('account_id', text, c => c.primaryKey().references('account.id'))
    .addColumn('product', text, c => c.notNull())
    .addColumn('audience', text, c => c.notNull())
    .addColumn('guide', text, c => c.notNull())
    .addColumn('words_to_use', text, c => c.notNull())
    .addColumn('words_to_avoid', text, c => c.notNull())
    .addColumn('changed_at', integer, c => c.notNull())
    .modifyEnd(table)
    .execute()
}
