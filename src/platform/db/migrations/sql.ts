import { type Kysely, sql } from 'kysely'
import type { Engine } from '../database.ts'

/** Text is compared bytewise on both engines. Whole numbers are up to 2^53, among them instants in milliseconds and yes/no as 1/0. */
const POSTGRES_TYPES: Record<string, string> = {
  text: 'text collate "C"',
  integer: 'bigint',
  real: 'double precision',
  blob: 'bytea',
}

/**
 * Runs statements that are written for SQLite, with `text`, `integer`, `real` or `blob` after the name of
 * each column and `strict` after each table. Each statement ends with a semicolon and a line break.
 */
export async function runStatements(db: Kysely<unknown>, engine: Engine, text: string): Promise<void> {
  for (const statement of text.split(/;\n/).filter(part => part.trim() !== ''))
    await sql.raw(engine === 'sqlite' ? statement : forPostgres(statement)).execute(db)
}

const forPostgres = (statement: string): string =>
  statement
    .replace(/(?<=[\w"]) (text|integer|real|blob)\b/g, (_, type: string) => ` ${POSTGRES_TYPES[type]}`)
    .replace(/\) strict$/, ')')
