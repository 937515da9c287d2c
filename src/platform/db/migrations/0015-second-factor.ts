import type { Kysely } from 'kysely'
import type { Engine } from '../database.ts'
import { runStatements } from './sql.ts'

/** The second factors of people, their recovery codes, and the sign-ins that wait for a code. */
export const up = (db: Kysely<unknown>, engine: Engine): Promise<void> =>
  runStatements(
    db,
    engine,
    `
create table second_factor (
  person_id text primary key references person (id) on delete cascade,
  secret text not null, last_step integer not null, created_at integer not null
) strict;
create table recovery_code (
  person_id text not null references second_factor (person_id) on delete cascade, hash text not null,
  primary key (person_id, hash)
) strict;
create table unfinished_sign_in (
  hash text primary key, person_id text not null references second_factor (person_id) on delete cascade,
  by_link integer not null, expires_at integer not null
) strict;
create index unfinished_sign_in_person on unfinished_sign_in (person_id);
create index unfinished_sign_in_expiry on unfinished_sign_in (expires_at);
`,
  )
