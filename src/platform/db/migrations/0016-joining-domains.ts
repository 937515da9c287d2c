import type { Kysely } from 'kysely'
import type { Engine } from '../database.ts'
import { runStatements } from './sql.ts'

/** Domains whose people join an account when they sign in with the company's provider. Of the accounts that prove one, the first has it. */
export const up = (db: Kysely<unknown>, engine: Engine): Promise<void> =>
  runStatements(
    db,
    engine,
    `
create table joining_domain (
  id text primary key,
  account_id text not null references account (id),
  domain text not null, role text not null, token text not null, proven_at integer, confirmed_at integer,
  turned_away text, turned_away_at integer, created_at integer not null,
  constraint joining_domain_name unique (account_id, domain)
) strict;
create unique index joining_domain_proven on joining_domain (domain) where proven_at is not null;
`,
  )
