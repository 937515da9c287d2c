import type { Kysely, Selectable } from 'kysely'
import { isUuid } from '#platform/ids.ts'
import type { Reader, Schema } from './schema.ts'

/** Tables that are named at run time, so that their rows are untyped. */
export type AnyTables = Record<string, Record<string, unknown>>

/** The handle for tables that are named at run time. */
export const untyped = (db: Reader): Kysely<AnyTables> => db as unknown as Kysely<AnyTables>

/**
 * The row with this id; undefined if there is none, or if the text is not an id. Requests of people pass the account that it must belong
 * to; the operator's commands need not.
 */
export async function rowById<Table extends keyof Schema>(
  db: Reader,
  table: Table,
  id: string,
  accountId?: string,
): Promise<Selectable<Schema[Table]> | undefined> {
  if (!isUuid(id)) return undefined
  const row = await untyped(db)
    .selectFrom(table as string)
    .selectAll()
    .where('id', '=', id)
    .$if(accountId !== undefined, query => query.where('account_id', '=', accountId))
    .executeTakeFirst()
  return row as Selectable<Schema[Table]> | undefined
}
