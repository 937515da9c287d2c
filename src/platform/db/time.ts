import type { Database } from './database.ts'
import type { Reader } from './schema.ts'

/** The database's own time in milliseconds, within a transaction when one is given. */
export async function timeOf(db: Database, reader: Reader = db.read): Promise<number> {
  const row = await reader.selectNoFrom(db.now.as('now')).executeTakeFirstOrThrow()
  return row.now
}
