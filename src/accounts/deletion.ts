import { emailFrom, erasePerson, forgetAddress, personByEmail } from '#accounts/people.ts'
import { type Clock, DAY_MS, type Instant, isoOf } from '#platform/clock.ts'
import type { Reader, Tx } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'
import { runHeldJobs } from '#platform/jobs/held-jobs.ts'
import { lockAccount } from './account.ts'
import { type ActionContext, recordActivity } from './activity.ts'
import { keepErased } from './erased.ts'
import { membershipsOf, removeMember } from './members.ts'
import { planOf } from './plan.ts'

/** How many days an account waits to be deleted, so that an owner can cancel. */
export const DELETION_DAYS = 14

/** When the account is deleted; null for never. */
async function deletionOf(db: Reader, accountId: string): Promise<Instant | null> {
  const { deletes_at: at } = await db
    .selectFrom('account')
    .select('deletes_at')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  return at
}

/** The day as it is written in messages. */
export const dayOf = (at: Instant): string => isoOf(at).slice(0, 10)

/** Throws `conflict` for an account that is about to be deleted. */
export async function requireStaying(db: Reader, accountId: string): Promise<void> {
  const at = await deletionOf(db, accountId)
  if (at === null) return
  const when = at === 0 ? 'is being deleted' : `is deleted on ${dayOf(at)}, and nothing changes until then`
  throw new AppError('conflict', `The account ${when}. An owner can end that under Settings › Data before.`)
}

/** The accounts that are about to be deleted, as a subquery. */
export const closing = (db: Reader) =>
  db.selectFrom('account').select('id').where('deletes_at', 'is not', null)

/** Schedules the deletion of the account, and returns when. Throws `conflict` while a plan is paid for, and for a second request. */
export async function beginDeletion(tx: Tx, context: ActionContext, accountId: string): Promise<Instant> {
  await lockAccount(tx, accountId)
  await requireStaying(tx, accountId)
  if (['active', 'past_due'].includes(await planOf(tx, accountId)))
    throw new AppError('conflict', 'The account has a paid plan. Cancel it under Settings › Plan first.')
  const at = context.clock.now() + DELETION_DAYS * DAY_MS
  await tx.updateTable('account').set({ deletes_at: at }).where('id', '=', accountId).execute()
  await recordActivity(tx, context, 'deletion requested', { accountId })
  return at
}

/** Cancels the deletion, and lets the account's jobs run again. Throws `conflict` if no deletion is scheduled, or it has begun. */
export async function cancelDeletion(tx: Tx, context: ActionContext, accountId: string): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('account')
    .set({ deletes_at: null })
    .where('id', '=', accountId)
    .where('deletes_at', '>', 0)
    .executeTakeFirst()
  if (numUpdatedRows === 0n)
    throw new AppError('conflict', 'The account is not about to be deleted, or that has begun already.')
  await runHeldJobs(tx, accountId)
  await recordActivity(tx, context, 'deletion cancelled', { accountId })
}

/** The accounts that are due to be deleted, and those whose deletion has begun. */
export async function accountsToDelete(db: Reader, now: Instant): Promise<string[]> {
  const due = db.selectFrom('account').select('id').where('deletes_at', '<=', now)
  return (await due.orderBy('deletes_at').execute()).map(({ id }) => id)
}

/**
 * Ends an account's addresses and tokens for good. Its feed's address is remembered as gone, and nobody else
 * can take its page's names. Returns false if an owner cancelled the deletion in the meantime.
 */
export async function closeAccount(
  tx: Tx,
  { clock, publicId }: { clock: Clock; publicId: string },
  accountId: string,
): Promise<boolean> {
  const before = await tx
    .selectFrom('account')
    .select('public_id')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  const closed = await tx
    .updateTable('account')
    .set({ deletes_at: 0, public_id: publicId })
    .where('id', '=', accountId)
    .where('deletes_at', '>', 0)
    .where('deletes_at', '<=', clock.now())
    .returning('id')
    .executeTakeFirst()
  if (!closed) return (await deletionOf(tx, accountId)) === 0
  await keepErased(tx, 'feed', null, before.public_id)
  for (const { skeleton } of await tx
    .selectFrom('page_name')
    .select('skeleton')
    .where('account_id', '=', accountId)
    .execute())
    await keepErased(tx, 'name', null, skeleton)
  const grants = tx.selectFrom('oauth_grant').select('id').where('account_id', '=', accountId)
  await tx.deleteFrom('ticket').where('subject', 'in', grants).execute()
  for (const table of ['token', 'oauth_grant', 'changelog_page'] as const)
    await tx.deleteFrom(table).where('account_id', '=', accountId).execute()
  return true
}

/**
 * Erases the person with an address from every account, and the address wherever it is stored. Returns the
 * number of accounts that they were in. Throws `conflict` if an account would have no owner.
 */
export async function eraseUser(tx: Tx, context: ActionContext, address: string): Promise<number> {
  const email = emailFrom(address)
  const person = await personByEmail(tx, email)
  const memberships = person ? await membershipsOf(tx, person.id) : []
  for (const { account } of memberships) await removeMember(tx, context, account.id, person?.id ?? '')
  if (person && memberships.length === 0) await erasePerson(tx, person)
  await forgetAddress(tx, null, email)
  await tx.deleteFrom('ticket').where('subject', '=', email).execute()
  await tx.deleteFrom('summary_subscription').where('address_key', '=', email).execute()
  await tx.deleteFrom('mail_suppression').where('address_key', '=', email).execute()
  return memberships.length
}
