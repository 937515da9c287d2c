import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'

/** Session tokens were stored as they are; people stay signed in. The hash is that of `hashOfSecret`. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ id: string; token: string }>`select id, token from session`.execute(db)
  for (const { id, token } of rows) {
    const hash = createHash('sha256').update(token).digest('hex')
    await sql`update session set token = ${hash} where id = ${id}`.execute(db)
  }
}
