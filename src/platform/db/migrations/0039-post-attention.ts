import type { Kysely } from 'kysely'

/** Every change of an account counts its posts that wait for a person. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('post_attention')
    .on('post')
    .columns(['account_id', 'state', 'withdrawal'])
    .execute()
}
