import type { Migration } from 'kysely/migration'
import type { Engine } from '../database.ts'
import * as initial from './0001-initial.ts'

/**
 * Every migration by its permanent name, in order. A released migration is never edited: a change is a new
 * one, and `testing/upgrades.ts` says how it converts the rows of an older database.
 */
export const migrationsFor = (engine: Engine): Record<string, Migration> => ({
  '0001-initial': { up: db => initial.up(db, engine) },
})
