import type { Kysely } from 'kysely'
import type { Schema } from '#platform/db/schema.ts'

/** What is in a database before it is upgraded, and what must be in it afterwards. */
interface Upgrade {
  before(db: Kysely<Schema>): Promise<unknown>
  after(db: Kysely<Schema>): Promise<void>
}

/** By the name of the migration. The database is made with those before it. The first one makes all tables and upgrades nothing. */
export const UPGRADES: Record<string, Upgrade> = {}
