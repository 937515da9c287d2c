import type { Database } from './database.ts'
import type { Reader } from './schema.ts'

const ONLY = 1

/** The address of the server that started last on this database, without a slash at the end; null where none ever did. */
export async function serverAddress(db: Reader): Promise<string | null> {
  const row = await db.selectFrom('server_address').select('address').executeTakeFirst()
  return row?.address ?? null
}

export async function recordServerAddress(db: Database, address: string): Promise<void> {
  if ((await serverAddress(db.read)) === address) return
  await db.write(tx =>
    tx
      .insertInto('server_address')
      .values({ id: ONLY, address })
      .onConflict(conflict => conflict.column('id').doUpdateSet({ address }))
      .execute(),
  )
}
