import type { Migration } from 'kysely/migration'
import type { Engine } from '../database.ts'
import * as initial from './0001-initial.ts'

/**
 * Every migration by its permanent name, in order. What was released is never edited: a change is a new one, and
 * `testing/upgrades.ts` says what it makes of the rows of a database from before it.
 */
export const migrationsFor = (engine: Engine): Record<string, Migration> => ({
  '0001-initial': { up: db => initial.up(db, engine) },
})
