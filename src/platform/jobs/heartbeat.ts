import { sql } from 'kysely'
import type { Database } from '#platform/db/database.ts'
import { messageOf } from '#platform/errors.ts'
import type { Ids } from '#platform/ids.ts'
import type { Log } from '#platform/log.ts'

const EVERY_MS = 10_000
const FORGOTTEN_AFTER_MS = 86_400_000

/** Says every ten seconds that a worker lives, until it is stopped; then it is no longer listed. */
export async function startHeartbeat(db: Database, ids: Ids, log: Log): Promise<{ stop(): Promise<void> }> {
  const id = ids.next()
  const pulse = () =>
    say(db, id).catch(error => log.warn('the heartbeat could not be written', { error: messageOf(error) }))
  await pulse()
  const timer = setInterval(pulse, EVERY_MS)
  return {
    async stop() {
      clearInterval(timer)
      await db
        .write(tx => tx.deleteFrom('worker').where('id', '=', id).execute())
        .catch(error => log.warn('the heartbeat could not be ended', { error: messageOf(error) }))
    },
  }
}

const say = (db: Database, id: string): Promise<unknown> =>
  db.write(async tx => {
    await tx
      .insertInto('worker')
      .values({ id, started_at: db.now, seen_at: db.now })
      .onConflict(conflict => conflict.column('id').doUpdateSet({ seen_at: db.now }))
      .execute()
    await tx
      .deleteFrom('worker')
      .where('seen_at', '<', sql<number>`${db.now} - ${sql.lit(FORGOTTEN_AFTER_MS)}`)
      .execute()
  })
