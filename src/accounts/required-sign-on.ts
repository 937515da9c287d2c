import type { Account } from '#accounts/account.ts'
import { type ActionContext, recordActivity } from '#accounts/activity.ts'
import type { Reader, Tx } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'

/** Whether the session began with the company's provider. */
export async function isSignOnSession(db: Reader, sessionId: string): Promise<boolean> {
  const row = await db
    .selectFrom('session')
    .select('by_sign_on')
    .where('id', '=', sessionId)
    .executeTakeFirst()
  return row?.by_sign_on === 1
}

/** Throws `insufficient_scope` when the account requires single sign-on and the session began in another way. */
export async function requireSignOnIfNeeded(
  db: Reader,
  { name, requiresSignOn }: Pick<Account, 'name' | 'requiresSignOn'>,
  sessionId: string,
): Promise<void> {
  if (!requiresSignOn || (await isSignOnSession(db, sessionId))) return
  throw new AppError(
    'insufficient_scope',
    `${name} requires single sign-on. Sign in with the company's provider to open it.`,
  )
}

/** Sets whether members have to sign in with the company's provider before they see the account. */
export async function setRequiresSignOn(
  tx: Tx,
  context: ActionContext,
  account: Account,
  requiresSignOn: boolean,
): Promise<Account> {
  if (requiresSignOn === account.requiresSignOn) return account
  await tx
    .updateTable('account')
    .set({ requires_sign_on: Number(requiresSignOn) })
    .where('id', '=', account.id)
    .execute()
  await recordActivity(tx, context, 'sign-in changed', {
    accountId: account.id,
    before: { requiresSignOn: account.requiresSignOn },
    after: { requiresSignOn },
  })
  return { ...account, requiresSignOn }
}
