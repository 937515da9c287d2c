import type { Kysely } from 'kysely'
import type { Engine } from '../database.ts'
import { runStatements } from './sql.ts'

/** The first frame of a recording, as another image of the account. */
export const up = (db: Kysely<unknown>, engine: Engine): Promise<void> =>
  runStatements(
    db,
    engine,
    `alter table image add column poster text;
create index image_poster on image (poster, account_id) where poster is not null;
`,
  )
