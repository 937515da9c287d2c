import { type Kysely, sql } from 'kysely'
import type { Columns } from './columns.ts'

const DAY_MS = 86_400_000

/** Slots, pauses and lateness of the queue, and what may be published without a person. */
export async function up(db: Kysely<unknown>, columns: Columns): Promise<void> {
  await accounts(db, columns)
  await entries(db, columns)
  await slots(db, columns)
  await pauses(db, columns)
  await policies(db, columns)
}

async function accounts(db: Kysely<unknown>, { text, integer }: Columns): Promise<void> {
  await db.schema
    .alterTable('account')
    .addColumn('time_zone', text, c => c.notNull().defaultTo('UTC'))
    .execute()
  await db.schema
    .alterTable('account')
    .addColumn('lateness_ms', integer, c => c.notNull().defaultTo(DAY_MS))
    .execute()
}

async function entries(db: Kysely<unknown>, { text, integer }: Columns): Promise<void> {
  for (const name of ['in_slot', 'late']) {
    await db.schema
      .alterTable('entry')
      .addColumn(name, integer, c => c.notNull().defaultTo(0))
      .execute()
  }
  // Of what is there already nobody knows how it came.
  await db.schema
    .alterTable('entry')
    .addColumn('arrival', text, c => c.notNull().defaultTo('past'))
    .execute()
  await sql`create unique index entry_slot on entry (account_id, coalesce(set_id, ''), queued_for) where in_slot = 1`.execute(
    db,
  )
}

async function slots(db: Kysely<unknown>, { text, integer, table }: Columns): Promise<void> {
  await db.schema
    .createTable('slot')
    .addColumn('id', text, c => c.primaryKey())
    .addColumn('account_id', text, c => c.notNull().references('account.id'))
    .addColumn('set_id', text, c => c.references('social_set.id'))
    .addColumn('weekday', integer, c => c.notNull())
    .addColumn('minute', integer, c => c.notNull())
    .addColumn('created_at', integer, c => c.notNull())
    .modifyEnd(table)
    .execute()
  await sql`create unique index slot_time on slot (account_id, coalesce(set_id, ''), weekday, minute)`.execute(
    db,
  )
}

async function pauses(db: Kysely<unknown>, { text, integer, table }: Columns): Promise<void> {
  await db.schema
    .createTable('queue_pause')
    .addColumn('account_id', text, c => c.notNull().references('account.id'))
    .addColumn('line', text, c => c.notNull())
    .addColumn('paused_at', integer, c => c.notNull())
    .addColumn('paused_by', text, c => c.notNull())
    .addPrimaryKeyConstraint('queue_pause_key', ['account_id', 'line'])
    .modifyEnd(table)
    .execute()
}

async function policies(db: Kysely<unknown>, { text, integer, table }: Columns): Promise<void> {
  await db.schema
    .createTable('publishing_policy')
    .addColumn('account_id', text, c => c.primaryKey().references('account.id'))
    .addColumn('mode', text, c => c.notNull())
    .addColumn('least_magnitude', text, c => c.notNull())
    .addColumn('least_confidence', text, c => c.notNull())
    .addColumn('kinds', text, c => c.notNull())
    .addColumn('changed_at', integer, c => c.notNull())
    .modifyEnd(table)
    .execute()
}
