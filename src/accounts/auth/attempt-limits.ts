import { emailFrom } from '#accounts/people.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import { AppError } from '#platform/errors.ts'
import type { Ids } from '#platform/ids.ts'
import { hashOfSecret } from '#platform/secrets.ts'

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

const HOUR_MS = 3_600_000

/** Mails to one address, from all accounts together. */
const TO_RECIPIENT: AttemptLimit = { attempts: 5, refillMs: 4 * HOUR_MS }
/** Mails from one account, to anybody. */
const FROM_ACCOUNT: AttemptLimit = { attempts: 50, refillMs: HOUR_MS / 2 }

const TOO_MANY_FOR_RECIPIENT =
  'This address was invited several times in the last hours. Wait, or have the newest invitation used.'
const TOO_MANY_FROM_ACCOUNT = 'The account has sent many invitations in the last hours. Wait half an hour.'

/** Sends an invitation within the limits; `rate_limited` beyond them. One that fails does not count. */
export async function withInvitationLimits<T>(
  means: AttemptContext,
  { accountId, email }: { accountId: string; email: string },
  send: () => Promise<T>,
): Promise<T> {
  const recipient = `invitation to ${hashOfSecret(emailFrom(email))}`
  const account = `invitations of ${accountId}`
  return within(means, account, FROM_ACCOUNT, TOO_MANY_FROM_ACCOUNT, () =>
    within(means, recipient, TO_RECIPIENT, TOO_MANY_FOR_RECIPIENT, send),
  )
}

async function within<T>(
  means: AttemptContext,
  key: string,
  patience: AttemptLimit,
  refusal: string,
  work: () => Promise<T>,
): Promise<T> {
  await takeAttempt(means, key, patience, refusal)
  try {
    return await work()
  } catch (error) {
    await refundAttempt(means, key, patience)
    throw error
  }
}
