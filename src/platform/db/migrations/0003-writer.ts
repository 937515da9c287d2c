import type { Kysely } from 'kysely'
import type { Engine } from '../database.ts'
import { runStatements } from './sql.ts'

/** The language model that an account has connected. */
export const up = (db: Kysely<unknown>, engine: Engine): Promise<void> =>
  runStatements(
    db,
    engine,
    `create table writer (
  account_id text primary key references account (id),
  provider text not null, model text not null, base_url text not null, api_key text, key_end text,
  budget_unit text, budget_limit integer, is_on integer not null, revision text not null,
  changed_at integer not null, fault text, fault_at integer
) strict;
`,
  )
