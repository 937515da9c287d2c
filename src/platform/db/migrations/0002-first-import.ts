import type { Kysely } from 'kysely'
import type { Engine } from '../database.ts'
import { runStatements } from './sql.ts'

/** Imports say what becomes of the past, and user-facing merges that never had an entry are history in the ledger. */
export const up = (db: Kysely<unknown>, engine: Engine): Promise<void> =>
  runStatements(
    db,
    engine,
    `alter table git_import add column past text default 'drafts' not null;
alter table backfill add column past text default 'history' not null;
update backfill set past = 'drafts' where drafts = 1;
alter table backfill drop column drafts;
update pull_request set place = 'history' where place = 'drafted' and not exists (
  select 1 from entry_pull_request where entry_pull_request.pull_request_id = pull_request.id);
`,
  )
