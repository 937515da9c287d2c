import { sql } from 'kysely'
import type { Database } from '#platform/db/database.ts'
import { messageOf } from '#platform/errors.ts'
import type { Ids } from '#platform/ids.ts'
import type { Log } from '#platform/log.ts'
import type { Metrics } from '#platform/monitoring/metrics.ts'

const INTERVAL_MS = 10_000
const EXPIRES_AFTER_MS = 86_400_000

/** Records every ten seconds that this worker is alive. `stop` removes the record. */
export async function startHeartbeat({
  db,
  ids,
  log,
  metrics,
}: {
  db: Database
  ids: Ids
  log: Log
  metrics: Pick<Metrics, 'heartbeat'>
}): Promise<{ stop(): Promise<void> }> {
  const id = ids.next()
  const beat = () =>
    recordHeartbeat(db, id).then(
      () => metrics.heartbeat(true),
      error => {
        metrics.heartbeat(false)
        log.warn('the heartbeat could not be written', { error: messageOf(error) })
      },
    )
  await beat()
  const timer = setInterval(beat, INTERVAL_MS)
  return {
    async stop() {
      clearInterval(timer)
      await db
        .write(tx => tx.deleteFrom('worker').where('id', '=', id).execute())
        .catch(error => log.warn('the heartbeat could not be removed', { error: messageOf(error) }))
    },
  }
}

/** Also deletes the records of workers that died a day ago or earlier. */
const recordHeartbeat = (db: Database, id: string): Promise<unknown> =>
  db.write(async tx => {
    await tx
      .insertInto('worker')
      .values({ id, started_at: db.now, seen_at: db.now })
      .onConflict(conflict => conflict.column('id').doUpdateSet({ seen_at: db.now }))
      .execute()
    await tx
      .deleteFrom('worker')
      .where('seen_at', '<', sql<number>`${db.now} - ${sql.lit(EXPIRES_AFTER_MS)}`)
      .execute()
  })
