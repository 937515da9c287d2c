import { existsSync, globSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const NEEDED = ['initdb', 'pg_ctl', 'postgres', 'pg_dump', 'pg_restore']

/** The folder of a PostgreSQL installation with its tools, which the server from npm comes without. */
export function postgresTools(): string {
  const folders = [
    ...(process.env.PATH ?? '').split(delimiter),
    ...globSync('/usr/lib/postgresql/*/bin').toSorted(),
    ...globSync('/opt/homebrew/opt/postgresql@*/bin').toSorted(),
  ]
  const found = folders.findLast(folder => NEEDED.every(name => existsSync(join(folder, name))))
  if (found === undefined)
    throw new Error(
      `A restore on PostgreSQL needs ${NEEDED.join(', ')} in one folder: install PostgreSQL 15 or later.`,
    )
  return found
}
