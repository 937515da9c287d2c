import { type Kysely, sql } from 'kysely'
import type { Columns } from './columns.ts'

/** Which releases and tags a repository's waiting merges were looked for in, and an index that finds its reverts. */
export async function up(db: Kysely<unknown>, { text, integer, table }: Columns): Promise<void> {
  await db.schema
    .createTable('shipment')
    .addColumn('repository_id', text, c => c.notNull().references('repository.id'))
    .addColumn('kind', text, c => c.notNull())
    .addColumn('tag', text, c => c.notNull())
    .addColumn('commit_hash', text, c => c.notNull())
    .addColumn('seq', integer, c => c.notNull())
    .addPrimaryKeyConstraint('shipment_key', ['repository_id', 'kind', 'tag', 'commit_hash'])
    .addUniqueConstraint('shipment_seq', ['repository_id', 'seq'])
    .modifyEnd(table)
    .execute()
  await db.schema
    .alterTable('pull_request')
    .addColumn('shipments_checked', integer, c => c.notNull().defaultTo(0))
    .execute()
  await db.schema.dropIndex('pull_request_reverts').execute()
  await sql`create index pull_request_reverts on pull_request (repository_id)
    where reverts_number is not null or reverts_commit is not null or reverted_at is not null`.execute(db)
}
