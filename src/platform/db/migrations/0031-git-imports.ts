import { type Kysely, sql } from 'kysely'
import type { Columns } from './columns.ts'

/** Imports of git directories that were started in the dashboard, with their progress. */
export async function up(db: Kysely<unknown>, { text, integer, table }: Columns): Promise<void> {
  await db.schema
    .createTable('git_import')
    .addColumn('id', text, c => c.primaryKey())
    .addColumn('account_id', text, c => c.notNull().references('account.id'))
    .addColumn('directory', text, c => c.notNull())
    .addColumn('repo', text)
    .addColumn('since', integer)
    .addColumn('last', integer)
    .addColumn('state', text, c => c.notNull())
    .addColumn('detail', text)
    .addColumn('total', integer)
    .addColumn('seen', integer, c => c.notNull())
    .addColumn('recorded', integer, c => c.notNull())
    .addColumn('user_facing', integer, c => c.notNull())
    .addColumn('announced', integer, c => c.notNull())
    .addColumn('started_by', text, c => c.notNull())
    .addColumn('started_at', integer, c => c.notNull())
    .addColumn('settled_at', integer)
    .modifyEnd(table)
    .execute()
  await sql`create unique index git_import_running on git_import (account_id, directory) where state = 'running'`.execute(
    db,
  )
  await db.schema
    .createIndex('git_import_account')
    .on('git_import')
    .columns(['account_id', 'started_at'])
    .execute()
}
