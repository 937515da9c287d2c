import { type Kysely, sql } from 'kysely'
import type { Columns } from './columns.ts'

/** From a code host to us: connections, what arrives on them, and what is asked of them. */
export async function up(db: Kysely<unknown>, columns: Columns): Promise<void> {
  await repositories(db, columns)
  await sources(db, columns)
  await apps(db, columns)
  await deliveries(db, columns)
  await backfills(db, columns)
  await keyCheck(db, columns)
}

async function repositories(db: Kysely<unknown>, { text, integer }: Columns): Promise<void> {
  for (const [name, fallback] of [
    ['announce_on', 'merge'],
    ['include_paths', '[]'],
    ['exclude_paths', '[]'],
    ['set_rules', '[]'],
  ] as const) {
    await db.schema
      .alterTable('repository')
      .addColumn(name, text, c => c.notNull().defaultTo(fallback))
      .execute()
  }
  await db.schema.alterTable('repository').addColumn('external_id', text).execute()
  await db.schema.alterTable('pull_request').addColumn('host_changed_at', integer).execute()
  await db.schema.alterTable('pull_request').addColumn('shipped_at', integer).execute()
}

async function sources(db: Kysely<unknown>, { text, integer, table }: Columns): Promise<void> {
  await db.schema
    .createTable('source')
    .addColumn('id', text, c => c.primaryKey())
    .addColumn('account_id', text, c => c.notNull().references('account.id'))
    .addColumn('repository_id', text, c => c.notNull().unique().references('repository.id'))
    .addColumn('provider', text, c => c.notNull())
    .addColumn('api_url', text, c => c.notNull())
    .addColumn('secret', text)
    .addColumn('token', text)
    .addColumn('installation_id', text)
    .addColumn('state', text, c => c.notNull())
    .addColumn('state_reason', text)
    .addColumn('reconciled_until', integer)
    .addColumn('created_at', integer, c => c.notNull())
    .modifyEnd(table)
    .execute()
  await db.schema.createIndex('source_account').on('source').column('account_id').execute()
}

async function apps(db: Kysely<unknown>, { text, integer, table }: Columns): Promise<void> {
  await db.schema
    .createTable('code_host_app')
    .addColumn('id', text, c => c.primaryKey())
    .addColumn('provider', text, c => c.notNull())
    .addColumn('api_url', text, c => c.notNull())
    .addColumn('app_id', text, c => c.notNull())
    .addColumn('slug', text, c => c.notNull())
    .addColumn('client_id', text, c => c.notNull())
    .addColumn('secrets', text, c => c.notNull())
    .addColumn('created_at', integer, c => c.notNull())
    .addUniqueConstraint('code_host_app_address', ['provider', 'api_url'])
    .modifyEnd(table)
    .execute()
  await db.schema
    .createTable('installation')
    .addColumn('app_id', text, c => c.notNull())
    .addColumn('installation_id', text, c => c.notNull())
    .addColumn('login', text, c => c.notNull())
    .addColumn('account_id', text, c => c.references('account.id'))
    .addColumn('state', text, c => c.notNull())
    .addColumn('created_at', integer, c => c.notNull())
    .addPrimaryKeyConstraint('installation_key', ['app_id', 'installation_id'])
    .modifyEnd(table)
    .execute()
}

/** One row, sealed by the first key that this database knew. */
async function keyCheck(db: Kysely<unknown>, { text, integer, table }: Columns): Promise<void> {
  await db.schema
    .createTable('key_check')
    .addColumn('id', integer, c => c.primaryKey())
    .addColumn('sealed', text, c => c.notNull())
    .modifyEnd(table)
    .execute()
}

async function deliveries(db: Kysely<unknown>, { text, integer, table }: Columns): Promise<void> {
  await db.schema
    .createTable('delivery')
    .addColumn('id', text, c => c.primaryKey())
    .addColumn('connection', text, c => c.notNull())
    .addColumn('delivery_id', text, c => c.notNull())
    .addColumn('account_id', text, c => c.references('account.id'))
    .addColumn('provider', text, c => c.notNull())
    .addColumn('event', text, c => c.notNull())
    .addColumn('headers', text, c => c.notNull())
    .addColumn('state', text, c => c.notNull())
    .addColumn('detail', text)
    .addColumn('received_at', integer, c => c.notNull())
    .addColumn('settled_at', integer)
    .addColumn('body', text, c => c.notNull())
    .addUniqueConstraint('delivery_key', ['connection', 'delivery_id'])
    .modifyEnd(table)
    .execute()
  await db.schema.createIndex('delivery_received').on('delivery').column('received_at').execute()
  await db.schema
    .createIndex('delivery_account')
    .on('delivery')
    .columns(['account_id', 'received_at'])
    .execute()
  await db.schema
    .createTable('callback_tally')
    .addColumn('day', text, c => c.notNull())
    .addColumn('provider', text, c => c.notNull())
    .addColumn('outcome', text, c => c.notNull())
    .addColumn('count', integer, c => c.notNull())
    .addPrimaryKeyConstraint('callback_tally_key', ['day', 'provider', 'outcome'])
    .modifyEnd(table)
    .execute()
}

async function backfills(db: Kysely<unknown>, { text, integer, table }: Columns): Promise<void> {
  await db.schema
    .createTable('backfill')
    .addColumn('id', text, c => c.primaryKey())
    .addColumn('account_id', text, c => c.notNull().references('account.id'))
    .addColumn('source_id', text, c => c.notNull().references('source.id'))
    .addColumn('since', integer)
    .addColumn('drafts', integer, c => c.notNull())
    .addColumn('cursor', text)
    .addColumn('state', text, c => c.notNull())
    .addColumn('detail', text)
    .addColumn('seen', integer, c => c.notNull())
    .addColumn('recorded', integer, c => c.notNull())
    .addColumn('updated', integer, c => c.notNull())
    .addColumn('user_facing', integer, c => c.notNull())
    .addColumn('started_at', integer, c => c.notNull())
    .addColumn('settled_at', integer)
    .modifyEnd(table)
    .execute()
  await db.schema
    .createIndex('backfill_running')
    .unique()
    .on('backfill')
    .column('source_id')
    .where(sql.ref('state'), '=', sql.lit('running'))
    .execute()
}
