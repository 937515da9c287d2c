import type { Kysely } from 'kysely'
import type { Engine } from '../database.ts'
import { runStatements } from './sql.ts'

/** The languages that an account's entries are translated into, and the translations. */
export const up = (db: Kysely<unknown>, engine: Engine): Promise<void> =>
  runStatements(
    db,
    engine,
    `
alter table account add column translated_into text not null default '[]';
create table entry_translation (
  entry_id text not null references entry (id) on delete cascade, language text not null,
  account_id text not null references account (id), title text not null, body text not null,
  by_machine integer not null, source_hash text not null, version integer not null, updated_at integer not null,
  primary key (entry_id, language)
) strict;
`,
  )
