import { type Kysely, sql } from 'kysely'
import type { Engine } from '#platform/db/database.ts'
import type { Schema } from '#platform/db/schema.ts'

/** The schema as PostgreSQL describes it: columns in their order, constraints and indexes. */
const IN_POSTGRES = sql<{ told: string }>`
  select concat_ws(' ', table_name, ordinal_position, column_name, data_type, collation_name, is_nullable, column_default) as told
    from information_schema.columns where table_schema = 'public'
  union all select concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid))
    from pg_constraint where connamespace = 'public'::regnamespace
  union all select indexdef from pg_indexes where schemaname = 'public'`

/** The statements that SQLite would make the tables with again. */
const IN_SQLITE = sql<{ told: string }>`select sql as told from sqlite_schema where sql is not null`

/** All tables, constraints and indexes but the migrator's own, a line for each, however the statements were written. */
export async function schemaOf(db: Kysely<Schema>, engine: Engine): Promise<string[]> {
  const { rows } = await (engine === 'sqlite' ? IN_SQLITE : IN_POSTGRES).execute(db)
  return rows
    .map(({ told }) =>
      told
        .toLowerCase()
        .replaceAll('"', '')
        .replace(/\s+/g, ' ')
        .replace(/ ?([(),]) ?/g, '$1'),
    )
    .filter(line => !line.includes('kysely_migration'))
    .toSorted()
}
