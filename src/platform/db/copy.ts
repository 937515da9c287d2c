import { type Kysely, sql } from 'kysely'
import { AppError } from '#platform/errors.ts'
import type { Database } from './database.ts'
import { migrate } from './migrate.ts'
import { type AnyTables, untyped } from './rows.ts'
import type { Reader, Schema } from './schema.ts'

type AnyRow = Record<string, unknown>

/** PostgreSQL takes 65,535 values in one statement. */
const MOST_VALUES = 10_000
/** The most bytes of one statement, except that a single row may be larger, such as a recording. */
const MOST_BYTES = 4_000_000

/**
 * Copies all rows of an embedded database into an empty one on PostgreSQL, in one transaction there: a copy
 * that ends early leaves nothing and is started again. Nothing else may write to either database meanwhile.
 * Returns the number of rows by table, counted on both sides. Throws `wrong_usage` if the target has tables.
 */
export async function copyInto(
  source: Database,
  target: Kysely<Schema>,
  onProgress: (rows: number) => void,
): Promise<Record<string, number>> {
  const counts = await source.write(from =>
    target.transaction().execute(async to => {
      await requireEmpty(to)
      await migrate(to, 'postgres')
      return copyRows(untyped(from), to, onProgress)
    }),
  )
  await sql`analyze`.execute(target)
  return counts
}

async function requireEmpty(to: Reader): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = current_schema()`.execute(to)
  if (rows.length > 0)
    throw new AppError(
      'wrong_usage',
      `The database has ${rows.length} tables already. Nothing was copied: give the address of an empty one.`,
    )
}

async function copyRows(
  from: Kysely<AnyTables>,
  to: Kysely<Schema>,
  onProgress: (rows: number) => void,
): Promise<Record<string, number>> {
  const tables = await columnsByTable(to)
  await requireAll(from, [...tables.keys()])
  // Foreign keys are checked when they are added again, so that tables can be copied in any order.
  const keys = await foreignKeys(to)
  for (const { table, name } of keys) await sql`alter table ${table} drop constraint ${name}`.execute(to)
  const counts: Record<string, number> = {}
  let done = 0
  for (const [table, columns] of tables) {
    // A migration also inserts rows.
    await sql`delete from ${sql.table(table)}`.execute(to)
    for await (const rows of batchesIn(from.selectFrom(table).select(columns).stream(100))) {
      await insert(to, table, columns, rows)
      done += rows.length
      onProgress(done)
    }
    counts[table] = await requireSame(table, from, to)
  }
  for (const { table, name, definition } of keys)
    await sql`alter table ${table} add constraint ${name} ${definition}`.execute(to)
  return counts
}

/** The columns to copy. Identity columns are left out, because the target numbers its rows itself. */
async function columnsByTable(to: Reader): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ table: string; name: string }>`
    select table_name as "table", column_name as name from information_schema.columns
    where table_schema = current_schema() and is_identity = 'NO' and not starts_with(table_name, 'kysely_')
    order by table_name, ordinal_position`.execute(to)
  const byTable = Map.groupBy(rows, row => row.table)
  return new Map([...byTable].map(([table, columns]) => [table, columns.map(({ name }) => name)]))
}

/** Throws if the source has a table that the target does not have, except those of SQLite's search index. */
async function requireAll(from: Kysely<AnyTables>, known: readonly string[]): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select name from sqlite_schema
    where type = 'table' and name not glob 'sqlite_*' and name not glob 'kysely_*' and name not glob 'search_term*'
    order by name`.execute(from)
  const missing = rows.filter(({ name }) => !known.includes(name)).map(({ name }) => name)
  if (missing.length > 0) throw new Error(`These tables would not be copied: ${missing.join(', ')}.`)
}

async function foreignKeys(to: Reader) {
  const { rows } = await sql<{ table: string; name: string; definition: string }>`
    select conrelid::regclass::text as "table", quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace`.execute(to)
  return rows.map(row => ({
    table: sql.raw(row.table),
    name: sql.raw(row.name),
    definition: sql.raw(row.definition),
  }))
}

async function* batchesIn(rows: AsyncIterable<AnyRow>): AsyncGenerator<AnyRow[]> {
  let batch: AnyRow[] = []
  let [values, bytes] = [0, 0]
  for await (const row of rows) {
    batch.push(row)
    const all = Object.values(row)
    values += all.length
    for (const value of all) bytes += sizeOf(value)
    if (values + all.length <= MOST_VALUES && bytes < MOST_BYTES) continue
    yield batch
    batch = []
    values = bytes = 0
  }
  if (batch.length > 0) yield batch
}

const sizeOf = (value: unknown): number =>
  typeof value === 'string' ? value.length : value instanceof Uint8Array ? value.byteLength : 8

async function insert(to: Reader, table: string, columns: readonly string[], rows: readonly AnyRow[]) {
  const values = rows.map(row => sql`(${sql.join(columns.map(name => row[name]))})`)
  const names = columns.map(name => sql.ref(name))
  await sql`insert into ${sql.table(table)} (${sql.join(names)}) values ${sql.join(values)}`.execute(to)
}

/** The number of rows. Throws unless it is the same on both sides. */
async function requireSame(table: string, from: Kysely<AnyTables>, to: Reader): Promise<number> {
  const counting = sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`
  const [read, written] = [await counting.execute(from), await counting.execute(to)]
  const [was, is] = [read, written].map(({ rows }) => Number(rows[0]?.count))
  if (was !== undefined && was === is) return was
  throw new Error(`Of the table ${table} ${is} of ${was} rows were copied.`)
}
