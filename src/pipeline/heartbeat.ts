import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { timeOf } from '#db/time.ts'
import { messageOf } from '#kit/app-error.ts'
import type { Ids } from '#kit/ids.ts'
import type { Log } from '#kit/log.ts'

const EVERY_MS = 10_000
const FORGOTTEN_AFTER_MS = 86_400_000

/** Says every ten seconds that a worker lives, until it is stopped; then it is no longer listed. */
export async function beat(db: Database, ids: Ids, log: Log): Promise<{ stop(): Promise<void> }> {
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

/** How the work behind the feeds goes. Ages are in seconds, by the database's time. */
export interface WorkHealth {
  /** Since the last sign of life of any worker; null when none was ever seen, or all ended in order. */
  workerSeenSecondsAgo: number | null
  /** Of the job that has been due for longest; null when none is. */
  oldestOverdueSeconds: number | null
  /** Jobs that were given up and wait for a person. */
  givenUp: number
}

export async function workHealth(db: Database): Promise<WorkHealth> {
  const { seen } = await db.read
    .selectFrom('worker')
    .select(({ fn }) => fn.max('seen_at').as('seen'))
    .executeTakeFirstOrThrow()
  const { since } = await db.read
    .selectFrom('job')
    .select(
      sql<number | null>`min(case when available_at = 0 then created_at else available_at end)`.as('since'),
    )
    .where('available_at', '<=', db.now)
    .where('lease_token', 'is', null)
    .executeTakeFirstOrThrow()
  const { given_up } = await db.read
    .selectFrom('job')
    .select(({ fn }) => fn.countAll().as('given_up'))
    .where('available_at', 'is', null)
    .executeTakeFirstOrThrow()
  const now = await timeOf(db)
  const ago = (time: number | null) => (time === null ? null : Math.max(0, Math.round((now - time) / 1000)))
  return { workerSeenSecondsAgo: ago(seen), oldestOverdueSeconds: ago(since), givenUp: Number(given_up) }
}
