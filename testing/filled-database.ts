import { type Kysely, sql } from 'kysely'
import type { Reader, Schema } from '#platform/db/schema.ts'

/** A column, and the column that it refers to, if any. */
export interface Column {
  name: string
  type: string
  table: string | null
  to: string | null
}

/** The tables of an embedded database as SQLite knows them, so that none is forgotten. */
async function tablesOf(db: Reader): Promise<Map<string, Column[]>> {
  const { rows } = await sql<Column & { own: string }>`
    select t.name as own, c.name, c.type, f."table", f."to"
    from sqlite_schema t join pragma_table_info(t.name) c
    left join pragma_foreign_key_list(t.name) f on f."from" = c.name
    where t.type = 'table' and t.sql like '%) strict' group by t.name, c.cid order by t.name, c.cid`.execute(
    db,
  )
  return Map.groupBy(rows, row => row.own)
}

/** The value of a column in the row with this number. A reference to another table is to its row with the same number. */
function sample(tables: ReadonlyMap<string, Column[]>, own: string, column: Column, n: number): unknown {
  const { name, type, table, to } = column
  const target = table && tables.get(table)?.find(one => one.name === to)
  if (target) return sample(tables, table, target, n)
  if (name === 'commit_key') return null
  if (own === 'search_text' && name === 'terms') return `term${n}`
  if (type === 'BLOB') return new Uint8Array([0, 255, n % 256])
  if (type === 'REAL') return n + 0.1 + 0.2
  return type === 'INTEGER' ? 2 ** 53 - n : `${own} ${name} ${n} déjà vu 😀 \\ ' "\n`
}

/** Puts this many rows into every table of an embedded database without rows; gives the tables with their columns. */
export async function fill(db: Kysely<Schema>, count: number): Promise<Map<string, Column[]>> {
  const tables = await tablesOf(db)
  await sql`pragma defer_foreign_keys = on`.execute(db)
  await sql`delete from server_value`.execute(db)
  for (const [table, columns] of tables)
    for (let n = 1; n <= count; n++) {
      const row = columns.map(column => sample(tables, table, column, n))
      await sql`insert into ${sql.table(table)} values (${sql.join(row)})`.execute(db)
    }
  return tables
}
