import type { Kysely } from 'kysely'
import type { Engine } from '../database.ts'
import { runStatements } from './sql.ts'

/** Drafts that the writer words anew, and the pitches that an undo of words puts back. */
export const up = (db: Kysely<unknown>, engine: Engine): Promise<void> =>
  runStatements(
    db,
    engine,
    `
alter table bulk_change_item add column pitch_before text;
create table rewording (
  id text primary key, account_id text not null references account (id), model text not null, state text not null, detail text,
  started_by text not null, started_at integer not null, ended_at integer
) strict;
create unique index rewording_running on rewording (account_id) where state = 'running';
create index rewording_newest on rewording (account_id, started_at);
create table rewording_draft (
  rewording_id text not null references rewording (id) on delete cascade,
  entry_id text not null references entry (id) on delete cascade,
  position integer not null, outcome text, detail text,
  constraint rewording_draft_key primary key (rewording_id, entry_id)
) strict;
create index rewording_draft_kept on rewording_draft (entry_id) where outcome = 'kept';
`,
  )
