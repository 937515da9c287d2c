import type { Kysely } from 'kysely'
import type { Columns } from './columns.ts'

/** Cards of published entries, painted ahead. */
export async function up(db: Kysely<unknown>, { text, integer, bytes, table }: Columns): Promise<void> {
  await db.schema
    .createTable('card')
    .addColumn('account_id', text, c => c.notNull().references('account.id'))
    .addColumn('hash', text, c => c.notNull())
    .addColumn('bytes', bytes, c => c.notNull())
    .addColumn('painted_at', integer, c => c.notNull())
    .addPrimaryKeyConstraint('card_key', ['account_id', 'hash'])
    .modifyEnd(table)
    .execute()
  await db.schema.createIndex('card_age').on('card').column('painted_at').execute()
}
