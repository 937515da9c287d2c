import { sql } from 'kysely'
import { type Database, later } from '#platform/db/database.ts'
import type { Tx } from '#platform/db/schema.ts'
import { messageOf } from '#platform/errors.ts'
import type { Ids } from '#platform/ids.ts'
import type { Log } from '#platform/log.ts'
import type { Metrics } from '#platform/monitoring/metrics.ts'
import type { RecurringJob } from './recurring.ts'

const INTERVAL_MS = 10_000
const EXPIRES_AFTER_MS = 86_400_000
/** How far the database's clock may be set back without consequence. */
const TOLERANCE_MS = 5 * 60_000

/** Records every ten seconds that this worker is alive, and notices a clock that was set back. `stop` removes the record. */
export async function startHeartbeat({
  db,
  recurring,
  ids,
  log,
  metrics,
}: {
  db: Database
  recurring: readonly RecurringJob[]
  ids: Ids
  log: Log
  metrics: Pick<Metrics, 'heartbeat'>
}): Promise<{ stop(): Promise<void> }> {
  const id = ids.next()
  const beat = () =>
    recordHeartbeat(db, recurring, id).then(
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
const recordHeartbeat = (db: Database, recurring: readonly RecurringJob[], id: string): Promise<number> =>
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
          build('seen_at', '<', later(db, -EXPIRES_AFTER_MS)),
          build('seen_at', '>', later(db, TOLERANCE_MS)),
        ]),
      )
      .execute()
    return (await wasSetBack(tx, db, recurring)) ? endDelays(tx, db) : 0
  })

/**
 * Whether the database's clock was ahead, and has been set back. Each run of a recurring job enqueues the next one, so the
 * first run on a clock that is ahead leaves a job that waits for longer than the time between two runs.
 */
async function wasSetBack(tx: Tx, db: Database, recurring: readonly RecurringJob[]): Promise<boolean> {
  const job = await tx
    .selectFrom('job')
    .select('id')
    .where('account_id', 'is', null)
    .where(build =>
      build.or(
        recurring.map(({ definition, everyMs }) =>
          build('kind', '=', definition.name).and('available_at', '>', later(db, everyMs + TOLERANCE_MS)),
        ),
      ),
    )
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
    .where('available_at', '>', later(db, TOLERANCE_MS))
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
