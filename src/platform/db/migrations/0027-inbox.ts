import { type Kysely, sql } from 'kysely'

/** Finds the flagged entries among many published ones. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index entry_flagged on entry (account_id, state) where flag is not null`.execute(db)
}
