import { hashPassword as hash, verifyPassword } from 'better-auth/crypto'
import { type Person, passwordHashOf, personByEmail, setPassword } from '#accounts/people.ts'
import { endSessions, signInLinkUsedAt } from '#accounts/sessions.ts'
import { memoizeOnce } from '#platform/cache.ts'
import { MINUTE_MS } from '#platform/clock.ts'
import type { Reader } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'
import { newSecretText } from '#platform/secrets.ts'
import { type AttemptLimit, refundAttempt, takeAttempt } from './attempt-limits.ts'
import type { SignInContext } from './sign-in-context.ts'

/** The least length of a password, in characters. */
const MIN_PASSWORD_LENGTH = 10
export const MAX_PASSWORD_LENGTH = 128

/** Hashes a password for storage. Throws `invalid_parameter` when it is too short or too long. */
export async function hashPassword(password: string): Promise<string> {
  if (password.length >= MIN_PASSWORD_LENGTH && password.length <= MAX_PASSWORD_LENGTH) return hash(password)
  throw new AppError(
    'invalid_parameter',
    `A password has ${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters.`,
  )
}

/** The person with this address and password, or null. Takes as long for an address that nobody has. */
export async function personByPassword(
  db: Reader,
  { email, password }: { email: string; password: string },
): Promise<Person | null> {
  const person = await personByEmail(db, email)
  const known = person && (await passwordHashOf(db, person.id))
  const isRight = await verifyPassword({ hash: known ?? (await hashOfNobody()), password })
  return known !== null && isRight ? person : null
}

/** The hash that a password is compared with if nobody has the address. */
const hashOfNobody = memoizeOnce(() => hash(newSecretText()))

/** For this time after signing in by link, the current password is not required, so that a forgotten one can be replaced. */
const LINK_PROVES_MS = 10 * MINUTE_MS
const GUESSES: AttemptLimit = { attempts: 5, refillMs: MINUTE_MS }

/** The person and their current session. */
export interface PasswordOwner {
  personId: string
  sessionId: string
}

export interface PasswordChange {
  password: string
  /** The current password; null when not given. */
  current: string | null
}

/** Whether a password is set, and whether it is required to change it. */
export async function passwordStatus(
  { db, clock }: Pick<SignInContext, 'db' | 'clock'>,
  { personId, sessionId }: PasswordOwner,
): Promise<{ isSet: boolean; isAskedFor: boolean }> {
  const isSet = (await passwordHashOf(db.read, personId)) !== null
  const linked = await signInLinkUsedAt(db.read, sessionId)
  const isProven = linked !== null && Math.abs(clock.now() - linked) < LINK_PROVES_MS
  return { isSet, isAskedFor: isSet && !isProven }
}

/**
 * Changes the password and ends all other sessions. Throws `insufficient_scope` for a wrong current password, `rate_limited` after
 * several of those, and `invalid_parameter` for a password that is too short or too long.
 */
export async function changePassword(
  context: SignInContext,
  self: PasswordOwner,
  { password, current }: PasswordChange,
): Promise<void> {
  const { db, clock, ids } = context
  const hash = await hashPassword(password)
  if ((await passwordStatus(context, self)).isAskedFor) await requirePresent(context, self, current)
  await db.write(async tx => {
    await setPassword(tx, clock, ids, { id: self.personId }, hash)
    await endSessions(tx, self.personId, self.sessionId)
  })
}

async function requirePresent(
  context: SignInContext,
  { personId }: PasswordOwner,
  current: string | null,
): Promise<void> {
  const key = `own password ${personId}`
  await takeAttempt(context.db, context, key, GUESSES)
  const hash = await passwordHashOf(context.db.read, personId)
  const isCurrent = hash !== null && current !== null && (await verifyPassword({ hash, password: current }))
  if (!isCurrent) throw new AppError('insufficient_scope', 'That is not your current password.')
  await refundAttempt(context.db, key, GUESSES)
}
