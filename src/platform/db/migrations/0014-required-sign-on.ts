import type { Kysely } from 'kysely'
import type { Engine } from '../database.ts'
import { runStatements } from './sql.ts'

/** Accounts that are seen only after signing in with the company's provider, and which sessions began that way. */
export const up = (db: Kysely<unknown>, engine: Engine): Promise<void> =>
  runStatements(
    db,
    engine,
    `
alter table account add column requires_sign_on integer not null default 0;
alter table session add column by_sign_on integer not null default 0;
`,
  )
