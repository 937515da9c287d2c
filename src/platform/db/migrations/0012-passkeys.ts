import type { Kysely } from 'kysely'
import type { Engine } from '../database.ts'
import { runStatements } from './sql.ts'

/** The passkeys that people sign in with. */
export const up = (db: Kysely<unknown>, engine: Engine): Promise<void> =>
  runStatements(
    db,
    engine,
    `
create table passkey (
  id text primary key, person_id text not null references person (id) on delete cascade,
  public_key text not null, algorithm integer not null, counter integer not null, transports text not null,
  device text not null, created_at integer not null, last_used_at integer
) strict;
create index passkey_person on passkey (person_id);
`,
  )
