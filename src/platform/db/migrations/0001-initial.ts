import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type Kysely, sql } from 'kysely'
import type { Engine } from '../database.ts'

/** In the order in which their tables refer to each other. */
const FILES = ['accounts', 'service', 'pulls', 'judgement', 'changelog', 'social']

/** Text is compared bytewise on both engines. Whole numbers are up to 2^53, among them instants in milliseconds and yes/no as 1/0. */
const POSTGRES_TYPES: Record<string, string> = {
  text: 'text collate "C"',
  integer: 'bigint',
  real: 'double precision',
  blob: 'bytea',
}

/** All tables of the first release. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  for (const file of FILES) {
    const text = readFileSync(new URL(`0001-initial/${file}.sql`, import.meta.url), 'utf8')
    for (const statement of text.split(/;\n/).filter(part => part.trim() !== ''))
      await sql.raw(engine === 'sqlite' ? statement : forPostgres(statement)).execute(db)
  }
  // Made here, and not when it is first needed, so that a process that may only read has it.
  const secret = randomBytes(32).toString('base64url')
  await sql`insert into server_secret (name, secret) values ('highlights-cursor', ${secret})`.execute(db)
}

/** The files are written in SQLite's types, which stand behind the name of their column. */
const forPostgres = (statement: string): string =>
  statement
    .replace(/ (text|integer|real|blob)\b/g, (_, type: string) => ` ${POSTGRES_TYPES[type]}`)
    .replace(/\) strict$/, ')')
