import type { Kysely } from 'kysely'
import type { Schema } from '#platform/db/schema.ts'

/** A test of an upgrade: `before` fills the older database, and `after` checks the upgraded one. */
interface Upgrade {
  before(db: Kysely<Schema>): Promise<unknown>
  after(db: Kysely<Schema>): Promise<void>
}

/** The upgrades by migration. A database is made with the migrations before it; the first one makes all tables and upgrades nothing. */
export const UPGRADES: Record<string, Upgrade> = {}
