import type { Kysely } from 'kysely'
import type { Engine } from '../database.ts'
import { runStatements } from './sql.ts'

/** The request that a job follows from, and an index of the posts that are not done. */
export const up = (db: Kysely<unknown>, engine: Engine): Promise<void> =>
  runStatements(
    db,
    engine,
    `
alter table job add column request_id text;
create index post_not_done on post (state) where state in ('planned', 'attempting', 'unknown', 'failed');
`,
  )
