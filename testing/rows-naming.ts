import { sql } from 'kysely'
import type { Reader } from '#platform/db/schema.ts'

/** Every row of every table in which one of these words stands, whatever its case. The tables are those of the database itself. */
export async function rowsNaming(db: Reader, ...words: string[]): Promise<string[]> {
  const found: string[] = []
  for (const { name } of await db.introspection.getTables()) {
    // The index of `search_text`, which has no columns to read.
    if (name.startsWith('search_term')) continue
    const { rows } = await sql`select * from ${sql.table(name)}`.execute(db)
    const lines = rows.map(row => `${name} ${JSON.stringify(row)}`)
    found.push(...lines.filter(line => words.some(word => line.toLowerCase().includes(word.toLowerCase()))))
  }
  return found
}
