import { emailFrom } from '#accounts/people.ts'
import { HOUR_MS } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import { AppError } from '#platform/errors.ts'
import type { WriteContext } from '#platform/ids.ts'
import { hashOfSecret } from '#platform/secrets.ts'

/** A token bucket: `attempts` at once, and one more each `refillMs` milliseconds. */
export interface AttemptLimit {
  attempts: number
  refillMs: number
}

/**
 * Takes one attempt from the limit of a key. The count is in the database, shared by all processes. Throws `rate_limited` when none is
 * left; refused attempts do not count. Take it before the outcome is known, so that concurrent attempts cannot exceed the limit.
 */
export async function takeAttempt(
  db: Database,
  { clock, ids }: WriteContext,
  key: string,
  limit: AttemptLimit,
  refusal = TOO_MANY_ATTEMPTS,
): Promise<void> {
  const { attempts, refillMs } = limit
  const now = clock.now()
  // The row stores when the bucket is full again.
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
              .when(build.between('sign_in_rate.last_request', now, now + attempts * refillMs))
              .then(build('sign_in_rate.last_request', '+', refillMs))
              .else(now + refillMs)
              .end(),
          }))
          .where(build =>
            build.or([
              build('sign_in_rate.last_request', '<=', now + (attempts - 1) * refillMs),
              // It was stored while the clock was ahead.
              build('sign_in_rate.last_request', '>', now + attempts * refillMs),
            ]),
          ),
      )
      .returning('key')
      .executeTakeFirst(),
  )
  if (!taken) throw new AppError('rate_limited', refusal)
}

export const TOO_MANY_ATTEMPTS = 'Too many attempts. Wait a few minutes, or sign in with a link by email.'

/** Gives an attempt back, for one that should not count. */
export async function refundAttempt(db: Database, key: string, { refillMs }: AttemptLimit): Promise<void> {
  await db.write(tx =>
    tx
      .updateTable('sign_in_rate')
      .set(build => ({ last_request: build('last_request', '-', refillMs) }))
      .where('key', '=', key)
      .execute(),
  )
}

/** Invitations to one address, from all accounts together. */
const TO_RECIPIENT: AttemptLimit = { attempts: 5, refillMs: 4 * HOUR_MS }
/** Invitations from one account. */
const FROM_ACCOUNT: AttemptLimit = { attempts: 50, refillMs: HOUR_MS / 2 }

const TOO_MANY_FOR_RECIPIENT =
  'This address was invited several times in the last few hours. Use the newest invitation, or try again later.'
const TOO_MANY_FROM_ACCOUNT =
  'This account sent too many invitations in the last few hours. Try again in half an hour.'

/** Runs `send` within the limits for invitations. Throws `rate_limited` beyond them. A failed one does not count. */
export async function withInvitationLimits<T>(
  db: Database,
  context: WriteContext,
  { accountId, email }: { accountId: string; email: string },
  send: () => Promise<T>,
): Promise<T> {
  const recipient = `invitation to ${hashOfSecret(emailFrom(email))}`
  const account = `invitations of ${accountId}`
  return within(db, context, account, FROM_ACCOUNT, TOO_MANY_FROM_ACCOUNT, () =>
    within(db, context, recipient, TO_RECIPIENT, TOO_MANY_FOR_RECIPIENT, send),
  )
}

async function within<T>(
  db: Database,
  context: WriteContext,
  key: string,
  limit: AttemptLimit,
  refusal: string,
  work: () => Promise<T>,
): Promise<T> {
  await takeAttempt(db, context, key, limit, refusal)
  try {
    return await work()
  } catch (error) {
    await refundAttempt(db, key, limit)
    throw error
  }
}
