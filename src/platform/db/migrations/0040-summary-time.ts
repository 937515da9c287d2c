import type { Kysely } from 'kysely'
import type { Columns } from './columns.ts'

/** When the weekly summary of an account is sent, in its time zone: on Monday at 9:00 unless it says otherwise. */
export async function up(db: Kysely<unknown>, { integer }: Columns): Promise<void> {
  for (const [column, value] of [
    ['summary_weekday', 1],
    ['summary_minute', 540],
  ] as const)
    await db.schema
      .alterTable('account')
      .addColumn(column, integer, c => c.notNull().defaultTo(value))
      .execute()
}
