import { sql } from 'kysely'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import type { Tx } from '#platform/db/schema.ts'
import { messageOf } from '#platform/errors.ts'
import type { Ids } from '#platform/ids.ts'
import type { Log } from '#platform/log.ts'
import type { Metrics } from '#platform/monitoring/metrics.ts'

const INTERVAL_MS = 10_000
const EXPIRES_AFTER_MS = 86_400_000
/** How far the clocks of two machines may differ. */
const CLOCK_SKEW_MS = 5 * 60_000

/** Records every ten seconds that this worker is alive, and notices a clock that was set back. `stop` removes the record. */
export async function startHeartbeat({
  db,
  clock,
  ids,
  log,
  metrics,
}: {
  db: Database
  clock: Clock
  ids: Ids
  log: Log
  metrics: Pick<Metrics, 'heartbeat'>
}): Promise<{ stop(): Promise<void> }> {
  const id = ids.next()
  const beat = () =>
    recordHeartbeat(db, clock, id).then(
      putOff => {
        metrics.heartbeat(true)
        if (putOff > 0) log.warn('the clock was set back; jobs that it had put off are due', { jobs: putOff })
      },
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

/** Also deletes the records of workers that died a day ago or earlier. Returns how many jobs `endDelays` made due. */
const recordHeartbeat = (db: Database, clock: Clock, id: string): Promise<number> =>
  db.write(async tx => {
    await tx
      .insertInto('worker')
      .values({ id, started_at: db.now, seen_at: db.now })
      .onConflict(conflict => conflict.column('id').doUpdateSet({ seen_at: db.now }))
      .execute()
    await tx
      .deleteFrom('worker')
      .where(build =>
        build.or([
          build('seen_at', '<', sql<number>`${db.now} - ${sql.lit(EXPIRES_AFTER_MS)}`),
          build('seen_at', '>', later(db, CLOCK_SKEW_MS)),
        ]),
      )
      .execute()
    return (await wasSetBack(tx, db, clock)) ? endDelays(tx, db) : 0
  })

const later = ({ now }: Database, ms: number) => sql<number>`${now} + ${sql.lit(ms)}`

/**
 * Whether the clock was ahead, and has been set back. Each run of a recurring job enqueues the next one, so the
 * first run on a clock that is ahead leaves a job that was created in the future.
 */
async function wasSetBack(tx: Tx, db: Database, clock: Clock): Promise<boolean> {
  const job = await tx
    .selectFrom('job')
    .select('id')
    .where('account_id', 'is', null)
    .where('created_at', '>', clock.now() + CLOCK_SKEW_MS)
    .where('available_at', '>', later(db, CLOCK_SKEW_MS))
    .limit(1)
    .executeTakeFirst()
  return job !== undefined
}

/**
 * Makes the jobs that wait due, since the clock that their times come from was wrong; those that are too early put themselves off again.
 * They are due at the next heartbeat, by which time workers that are alive have renewed their leases.
 */
async function endDelays(tx: Tx, db: Database): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('job')
    .set({
      available_at: later(db, INTERVAL_MS),
      turn: sql<number>`case when turn > ${db.now} then ${db.now} else turn end`,
    })
    .where('available_at', '>', later(db, CLOCK_SKEW_MS))
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
