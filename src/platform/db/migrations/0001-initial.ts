import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type Kysely, sql } from 'kysely'
import type { Engine } from '../database.ts'
import { runStatements } from './sql.ts'

/** In the order in which their tables refer to each other. */
const FILES = ['accounts', 'service', 'pulls', 'judgement', 'changelog', 'social']

/** All tables of the first release. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  for (const file of FILES)
    await runStatements(
      db,
      engine,
      readFileSync(new URL(`0001-initial/${file}.sql`, import.meta.url), 'utf8'),
    )
  // Made here, and not when it is first needed, so that a process that may only read has it.
  const secret = randomBytes(32).toString('base64url')
  await sql`insert into server_secret (name, secret) values ('highlights-cursor', ${secret})`.execute(db)
}
