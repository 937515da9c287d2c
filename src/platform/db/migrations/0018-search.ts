import { type Kysely, sql } from 'kysely'
import type { Engine } from '../database.ts'
import type { Schema } from '../schema.ts'
import { indexTexts, type SearchText } from '../search-text.ts'
import { runStatements } from './sql.ts'

const ROWS_AT_ONCE = 200

/** The texts that are searched, as the terms that they are found by, and the engine's index of these. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await runStatements(db, engine, TABLE)
  await runStatements(db, engine, INDEX[engine])
  await indexAll(db as Kysely<Schema>, WORDS)
}

const TABLE = `
create table search_text (
  seq integer primary key, id text not null unique,
  account_id text not null references account (id),
  entry_id text references entry (id) on delete cascade, language text,
  pull_request_id text references pull_request (id) on delete cascade, terms text not null,
  foreign key (entry_id, language) references entry_translation (entry_id, language) on delete cascade
) strict;
create index search_text_entry on search_text (entry_id, language) where entry_id is not null;
create index search_text_pull_request on search_text (pull_request_id) where pull_request_id is not null;
`

/** The index of SQLite keeps no text, and follows the table by triggers. */
const INDEX: Record<Engine, string> = {
  sqlite: `
create virtual table search_term using fts5 (terms, content='', contentless_delete=1, detail=none, tokenize='ascii');
create trigger search_text_added after insert on search_text begin insert into search_term (rowid, terms) values (new.seq, new.terms); end;
create trigger search_text_removed after delete on search_text begin delete from search_term where rowid = old.seq; end;
create trigger search_text_changed after update of terms on search_text begin delete from search_term where rowid = old.seq; insert into search_term (rowid, terms) values (new.seq, new.terms); end;
`,
  postgres: `
alter table search_text alter column terms type tsvector using terms::tsvector;
alter table search_text alter column seq add generated always as identity;
create index search_text_terms on search_text using gin (terms);
`,
}

interface StoredText {
  key: string
  account_id: string
  entry_id: string | null
  language: string | null
  text: string
}

const WORDS = [
  sql`select id as key, account_id, id as entry_id, null as language, title || ' ' || body as text from entry`,
  sql`select entry_id || ' ' || language as key, account_id, entry_id, language, title || ' ' || body as text from entry_translation`,
  sql`select id as key, account_id, null as entry_id, null as language, title as text from pull_request`,
]

async function indexAll(db: Kysely<Schema>, all: typeof WORDS): Promise<void> {
  for (const stored of all) {
    let last = ''
    for (;;) {
      const { rows } = await sql<StoredText>`select * from (${stored}) as stored
        where key > ${last} order by key limit ${sql.lit(ROWS_AT_ONCE)}`.execute(db)
      await indexTexts(db, rows.map(textOf))
      last = rows.at(-1)?.key ?? ''
      if (rows.length < ROWS_AT_ONCE) break
    }
  }
}

const textOf = ({ key, account_id: accountId, entry_id: entryId, language, text }: StoredText): SearchText =>
  entryId === null
    ? { accountId, text, pullRequestId: key }
    : { accountId, text, entryId, ...(language !== null && { language }) }
