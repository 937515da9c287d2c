import { sql } from 'kysely'
import type { Reader } from '#platform/db/schema.ts'

/** All rows that contain one of these words, in any case. The tables are read from the database, so that none is forgotten. */
export async function rowsNaming(db: Reader, ...words: string[]): Promise<string[]> {
  const found: string[] = []
  for (const { name } of await db.introspection.getTables()) {
    // The tables of the index of `search_text` have no columns to read.
    if (name.startsWith('search_term')) continue
    const { rows } = await sql`select * from ${sql.table(name)}`.execute(db)
    const lines = rows.map(row => `${name} ${JSON.stringify(row)}`)
    found.push(...lines.filter(line => words.some(word => line.toLowerCase().includes(word.toLowerCase()))))
  }
  return found
}
