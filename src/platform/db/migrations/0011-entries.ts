import { type Kysely, sql } from 'kysely'
import type { Columns } from './columns.ts'

/** Entries that people edit, group and illustrate, with the history of each. */
export async function up(db: Kysely<unknown>, columns: Columns): Promise<void> {
  await entries(db, columns)
  await history(db, columns)
  await images(db, columns)
}

async function entries(db: Kysely<unknown>, { text, integer }: Columns): Promise<void> {
  const nullable = [
    'language',
    'image',
    'image_alt',
    'merged_into',
    'span',
    'proposed_title',
    'proposed_body',
  ]
  for (const name of nullable) await db.schema.alterTable('entry').addColumn(name, text).execute()
  await db.schema
    .alterTable('entry')
    .addColumn('origin', text, c => c.notNull().defaultTo('pull-request'))
    .execute()
  await db.schema
    .alterTable('entry')
    .addColumn('touched', integer, c => c.notNull().defaultTo(0))
    .execute()
  await db.schema
    .alterTable('entry')
    .addColumn('version', integer, c => c.notNull().defaultTo(1))
    .execute()
  await db.schema.alterTable('pull_request').addColumn('shipped_in', text).execute()
  await db.schema
    .createIndex('entry_merged_into')
    .on('entry')
    .column('merged_into')
    .where(sql.ref('merged_into'), 'is not', null)
    .execute()
  await db.schema
    .createIndex('entry_image')
    .on('entry')
    .columns(['image', 'state'])
    .where(sql.ref('image'), 'is not', null)
    .execute()
  await db.schema
    .createIndex('entry_pull_request_all')
    .on('entry_pull_request')
    .column('pull_request_id')
    .execute()
}

async function history(db: Kysely<unknown>, { text, integer, table }: Columns): Promise<void> {
  await db.schema
    .createTable('entry_change')
    .addColumn('entry_id', text, c => c.notNull().references('entry.id'))
    .addColumn('version', integer, c => c.notNull())
    .addColumn('account_id', text, c => c.notNull().references('account.id'))
    .addColumn('at', integer, c => c.notNull())
    .addColumn('actor', text, c => c.notNull())
    .addColumn('action', text, c => c.notNull())
    .addColumn('before', text, c => c.notNull())
    .addColumn('after', text, c => c.notNull())
    .addPrimaryKeyConstraint('entry_change_key', ['entry_id', 'version'])
    .modifyEnd(table)
    .execute()
}

async function images(db: Kysely<unknown>, { text, integer, bytes, table }: Columns): Promise<void> {
  await db.schema
    .createTable('image')
    .addColumn('sha256', text, c => c.notNull())
    .addColumn('account_id', text, c => c.notNull().references('account.id'))
    .addColumn('media_type', text, c => c.notNull())
    .addColumn('width', integer, c => c.notNull())
    .addColumn('height', integer, c => c.notNull())
    .addColumn('size', integer, c => c.notNull())
    .addColumn('uploaded_at', integer, c => c.notNull())
    .addColumn('uploaded_by', text, c => c.notNull())
    .addColumn('bytes', bytes, c => c.notNull())
    .addPrimaryKeyConstraint('image_key', ['sha256', 'account_id'])
    .modifyEnd(table)
    .execute()
}
