import type { Kysely } from 'kysely'
import type { Engine } from '../database.ts'
import { runStatements } from './sql.ts'

/** Whether the open pull requests of a source are reviewed, and which of them were. */
export const up = (db: Kysely<unknown>, engine: Engine): Promise<void> =>
  runStatements(
    db,
    engine,
    `
alter table source add column reviews text default 'off' not null;
alter table source add column reviews_reason text;
create table review (
  source_id text not null references source (id) on delete cascade, number integer not null, state text not null,
  constraint review_key primary key (source_id, number)
) strict;
`,
  )
