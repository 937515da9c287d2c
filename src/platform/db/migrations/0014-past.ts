import { type Kysely, sql } from 'kysely'
import type { Columns } from './columns.ts'

/** Past changelogs as entries, what was announced before it was recorded, proposals that a person declined, images out of use. */
export async function up(db: Kysely<unknown>, columns: Columns): Promise<void> {
  await entries(db, columns)
  await mentions(db, columns)
  await declined(db, columns)
  await db.schema.alterTable('image').addColumn('unused_since', columns.integer).execute()
}

async function entries(db: Kysely<unknown>, { text }: Columns): Promise<void> {
  await sql`alter table entry alter column primary_pull_request_id drop not null`.execute(db)
  for (const name of ['page', 'import_key'])
    await db.schema.alterTable('entry').addColumn(name, text).execute()
  await db.schema
    .createIndex('entry_imported')
    .unique()
    .on('entry')
    .columns(['account_id', 'import_key'])
    .where(sql.ref('import_key'), 'is not', null)
    .execute()
  await db.schema.createIndex('entry_made').on('entry').columns(['account_id', 'created_at', 'id']).execute()
}

async function mentions(db: Kysely<unknown>, { text, integer, table }: Columns): Promise<void> {
  await db.schema
    .createTable('mention')
    .addColumn('repository_id', text, c => c.notNull().references('repository.id'))
    .addColumn('reference', text, c => c.notNull())
    .addColumn('account_id', text, c => c.notNull().references('account.id'))
    .addColumn('entry_id', text, c => c.references('entry.id'))
    .addColumn('found_at', integer, c => c.notNull())
    .addPrimaryKeyConstraint('mention_key', ['repository_id', 'reference'])
    .modifyEnd(table)
    .execute()
}

async function declined(db: Kysely<unknown>, { text, integer, table }: Columns): Promise<void> {
  await db.schema
    .createTable('declined_group')
    .addColumn('account_id', text, c => c.notNull().references('account.id'))
    .addColumn('issue', text, c => c.notNull())
    .addColumn('entry_id', text, c => c.notNull().references('entry.id'))
    .addColumn('declined_at', integer, c => c.notNull())
    .addPrimaryKeyConstraint('declined_group_key', ['account_id', 'issue', 'entry_id'])
    .modifyEnd(table)
    .execute()
}
