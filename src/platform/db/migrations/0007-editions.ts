import type { Kysely } from 'kysely'
import type { Engine } from '../database.ts'
import { runStatements } from './sql.ts'

/** An account's rhythm, and which edition an entry is part of. Round-ups, which held words and no entries, are groups from now on. */
export const up = (db: Kysely<unknown>, engine: Engine): Promise<void> =>
  runStatements(
    db,
    engine,
    `alter table account add column rhythm text default 'one-by-one' not null;
alter table account add column rhythm_since integer;
alter table account add column urgent_at_once integer default 0 not null;
alter table account add column feeds_list_items integer default 0 not null;
alter table entry add column edition_id text references entry (id);
alter table entry add column edition_part text;
alter table entry add column edition_position integer;
create index entry_edition on entry (edition_id) where edition_id is not null;
update entry set origin = 'group' where origin = 'round-up';
`,
  )
