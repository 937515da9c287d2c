import type { Kysely } from 'kysely'
import type { Engine } from '../database.ts'
import { runStatements } from './sql.ts'

/** What a writer reads besides the pull request, the sampling settings that it was asked with, and its words for posts. */
export const up = (db: Kysely<unknown>, engine: Engine): Promise<void> =>
  runStatements(
    db,
    engine,
    `
create table issue_title (
  repository_id text not null references repository (id), number integer not null, title text, read_at integer not null,
  primary key (repository_id, number)
) strict;
create table post_words (
  entry_id text primary key references entry (id) on delete cascade, source_hash text not null, words text not null,
  written_by text not null, written_at integer not null
) strict;
alter table writer add column sends_diff integer not null default 0;
alter table pitch add column sampling text;
alter table language_model_answer add column sampling text;
`,
  )
