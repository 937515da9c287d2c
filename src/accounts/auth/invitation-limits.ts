import { emailFrom } from '#accounts/people.ts'
import { hashOfSecret } from '#platform/secrets.ts'
import { type AttemptContext, type AttemptLimit, refundAttempt, takeAttempt } from './attempts.ts'

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
