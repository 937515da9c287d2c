import { verifyPassword } from 'better-auth/crypto'
import { passwordHashOf, setPassword } from '#accounts/people.ts'
import { endSessions, linkedAt } from '#accounts/sessions.ts'
import { AppError } from '#platform/errors.ts'
import { type AttemptOptions, giveBackAttempt, type Patience, takeAttempt } from './attempts.ts'
import { hashPassword } from './password.ts'

/** For so long after a link by mail, which proves as much, the present password is not asked for: whoever forgot it sets another. */
const LINK_PROVES_MS = 10 * 60_000
const GUESSES: Patience = { tries: 5, regainMs: 60_000 }

/** Whose password, and the session in which they ask. */
export interface Self {
  personId: string
  sessionId: string
}

export interface NewPassword {
  password: string
  /** Null: not given. */
  present: string | null
}

/** Whether a password is set, and whether it has to be shown to set another. */
export async function passwordState(
  { db, clock }: Pick<AttemptOptions, 'db' | 'clock'>,
  { personId, sessionId }: Self,
): Promise<{ isSet: boolean; isAskedFor: boolean }> {
  const isSet = (await passwordHashOf(db.read, personId)) !== null
  const linked = await linkedAt(db.read, sessionId)
  const isProven = linked !== null && Math.abs(clock.now() - linked) < LINK_PROVES_MS
  return { isSet, isAskedFor: isSet && !isProven }
}

/**
 * Sets another password and ends every other session of the person. `insufficient_scope` where the present one is asked for and
 * another was given, `rate_limited` after some of these, `invalid_parameter` for a password that is too short or too long.
 */
export async function changePassword(
  means: AttemptOptions,
  self: Self,
  { password, present }: NewPassword,
): Promise<void> {
  const { db, clock, ids } = means
  const hash = await hashPassword(password)
  if ((await passwordState(means, self)).isAskedFor) await requirePresent(means, self, present)
  await db.write(async tx => {
    await setPassword(tx, clock, ids, { id: self.personId }, hash)
    await endSessions(tx, self.personId, self.sessionId)
  })
}

async function requirePresent(
  means: AttemptOptions,
  { personId }: Self,
  present: string | null,
): Promise<void> {
  const key = `own password ${personId}`
  await takeAttempt(means, key, GUESSES)
  const hash = await passwordHashOf(means.db.read, personId)
  const isPresent = hash !== null && present !== null && (await verifyPassword({ hash, password: present }))
  if (!isPresent) throw new AppError('insufficient_scope', 'That is not your present password.')
  await giveBackAttempt(means, key, GUESSES)
}
