import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type Kysely, sql } from 'kysely'
import type { Engine } from '../database.ts'
import { runStatements } from './sql.ts'

/** The files of statements, in the order in which their tables reference each other. */
const FILES = ['accounts', 'service', 'pulls', 'judgement', 'changelog', 'social']

/** All tables of the first release. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  for (const file of FILES)
    await runStatements(
      db,
      engine,
      readFileSync(new URL(`0001-initial/${file}.sql`, import.meta.url), 'utf8'),
    )
  await runStatements(db, engine, SEARCH_INDEX[engine])
  // The secret is created here and not on first use, so that a process that may only read has it.
  const secret = randomBytes(32).toString('base64url')
  await sql`insert into server_value (name, value) values ('highlights-cursor', ${secret})`.execute(db)
}

/** The index of the terms in `search_text`. SQLite's stores no text, and follows the table by triggers. */
const SEARCH_INDEX: Record<Engine, string> = {
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
