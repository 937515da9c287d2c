import type { Kysely } from 'kysely'
import type { Engine } from '../database.ts'
import { runStatements } from './sql.ts'

/**
 * Each challenge is signed once, and keys of passkeys are kept as authenticators write them, which includes the algorithm. Passkeys from
 * before, which no release made, are removed: their keys are in another form.
 */
export const up = (db: Kysely<unknown>, engine: Engine): Promise<void> =>
  runStatements(
    db,
    engine,
    `
create table used_challenge (challenge text primary key, expires_at integer not null) strict;
create index used_challenge_expiry on used_challenge (expires_at);
delete from passkey;
alter table passkey drop column algorithm;
`,
  )
