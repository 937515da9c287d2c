import type { Kysely } from 'kysely'
import type { Engine } from '../database.ts'
import { runStatements } from './sql.ts'

/**
 * Which branch was merged into which, and the merges that wait until their branch is merged into one that is released. When commits were
 * authored, and which commit or title is in which repository. Merges that seemed to come from the future count from when they were
 * recorded.
 */
export const up = (db: Kysely<unknown>, engine: Engine): Promise<void> =>
  runStatements(
    db,
    engine,
    `
alter table repository add column default_branch text;
alter table pull_request add column head_branch text;
alter table pull_request add column waits_for_merge integer default 0 not null;
alter table pull_request add column authored_at integer;
create index pull_request_head on pull_request (repository_id, head_branch) where head_branch is not null;
create index pull_request_waiting on pull_request (repository_id) where waits_for_merge = 1;
create index pull_request_authored on pull_request (repository_id, authored_at) where authored_at is not null;
create index pull_request_title on pull_request (title, repository_id);
create index pull_request_account_commit on pull_request (account_id, merge_commit) where merge_commit is not null;
update pull_request set merged_at = recorded_at where merged_at > recorded_at;
`,
  )
