import { type SelectType, sql } from 'kysely'
import type { Secrets } from '#platform/secrets.ts'
import type { Database } from './database.ts'
import { untyped } from './rows.ts'
import type { Reader, Schema } from './schema.ts'

/** A column of sealed secrets. */
export interface SealedColumn {
  table: string
  column: string
  /** The columns that `context` reads. */
  reads: readonly string[]
  /** The context that the secret of a row was sealed for. */
  context(row: never): string
}

/** Declares a column of sealed secrets, so that they can be sealed with another key. */
export const sealedColumn = <T extends keyof Schema, C extends keyof Schema[T] & string>(
  table: T,
  column: keyof Schema[T] & string,
  reads: readonly C[],
  context: (row: { [K in C]: SelectType<Schema[T][K]> }) => string,
): SealedColumn => ({ table, column, reads, context })

const BATCH_SIZE = 100

/** The secrets that were sealed with an older key, by column. */
const ofOlderKeys = (db: Reader, { table, column, reads }: SealedColumn, { prefix }: Secrets) =>
  untyped(db)
    .selectFrom(table)
    .select([...reads, sql.ref<string>(column).as('sealed')])
    .where(sql`substr(${sql.ref(column)}, 1, 3)`, '=', 'v1.')
    .where(sql`substr(${sql.ref(column)}, 1, ${sql.lit(prefix.length)})`, '<>', prefix)
    .orderBy(column)

/** How many secrets need an older key to be read. */
export async function countOfOlderKeys(
  db: Reader,
  secrets: Secrets,
  columns: readonly SealedColumn[],
): Promise<number> {
  const found = columns.map(column => ofOlderKeys(db, column, secrets).execute())
  return (await Promise.all(found)).flat().length
}

/**
 * Seals secrets of older keys with the current one, beside a running server and in small steps. If it is
 * stopped, it continues when it is called again. A secret that the server replaces meanwhile keeps the
 * server's version. Returns how many were sealed anew, and how many no configured key opens.
 */
export async function sealAnew(
  db: Database,
  secrets: Secrets,
  columns: readonly SealedColumn[],
  signal: AbortSignal,
): Promise<{ sealed: number; unreadable: number }> {
  const counts = { sealed: 0, unreadable: 0 }
  for (const one of columns) {
    let last = ''
    for (;;) {
      signal.throwIfAborted()
      const query = ofOlderKeys(db.read, one, secrets).where(one.column, '>', last).limit(BATCH_SIZE)
      const rows = await query.execute()
      for (const row of rows) {
        last = row.sealed
        const plain = opened(secrets, row.sealed, one.context(row as never))
        if (plain === null) counts.unreadable++
        else if (await replace(db, one, row.sealed, secrets.seal(plain, one.context(row as never))))
          counts.sealed++
      }
      if (rows.length < BATCH_SIZE) break
    }
  }
  return counts
}

function opened(secrets: Secrets, sealed: string, context: string): string | null {
  try {
    return secrets.open(sealed, context)
  } catch {
    return null
  }
}

/** Replaces a sealed text. It is random, so it identifies its row. */
async function replace(db: Database, { table, column }: SealedColumn, before: string, after: string) {
  const { numAffectedRows } = await db.write(tx =>
    sql`update ${sql.table(table)} set ${sql.ref(column)} = ${after} where ${sql.ref(column)} = ${before}`.execute(
      tx,
    ),
  )
  return numAffectedRows === 1n
}
