import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import { AppError } from '#platform/errors.ts'
import type { Ids } from '#platform/ids.ts'

/** So many tries at once; then one more each time that this has passed. */
export interface AttemptLimit {
  attempts: number
  refillMs: number
}

export interface AttemptContext {
  db: Database
  clock: Clock
  ids: Ids
}

/**
 * Counts tries under a key, in the database, so that all processes count together; `rate_limited` where there is none left. It is
 * taken before it is known how the try ends: of many at once no more get through than of one after the other. What is refused does
 * not count, so that whoever goes on trying makes nobody wait longer.
 */
export async function takeAttempt(
  { db, clock, ids }: AttemptContext,
  key: string,
  patience: AttemptLimit,
  refusal = TOO_MANY_ATTEMPTS,
): Promise<void> {
  const { attempts, refillMs } = patience
  const now = clock.now()
  // What is kept is when all of them are regained.
  const taken = await db.write(tx =>
    tx
      .insertInto('sign_in_rate')
      .values({ id: ids.next(), key, count: 1, last_request: now + refillMs })
      .onConflict(conflict =>
        conflict
          .column('key')
          .doUpdateSet(build => ({
            last_request: build
              .case()
              .when('sign_in_rate.last_request', '>', now)
              .then(build('sign_in_rate.last_request', '+', refillMs))
              .else(now + refillMs)
              .end(),
          }))
          .where('sign_in_rate.last_request', '<=', now + (attempts - 1) * refillMs),
      )
      .returning('key')
      .executeTakeFirst(),
  )
  if (!taken) throw new AppError('rate_limited', refusal)
}

export const TOO_MANY_ATTEMPTS = 'Too many tries. Wait a few minutes, or ask for a link by mail.'

/** For a try that was a good one. */
export async function refundAttempt(
  { db }: AttemptContext,
  key: string,
  { refillMs }: AttemptLimit,
): Promise<void> {
  await db.write(tx =>
    tx
      .updateTable('sign_in_rate')
      .set(build => ({ last_request: build('last_request', '-', refillMs) }))
      .where('key', '=', key)
      .execute(),
  )
}
