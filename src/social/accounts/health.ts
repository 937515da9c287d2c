import { lockAccount } from '#accounts/account.ts'
import { recordActivity } from '#accounts/activity.ts'
import { listMembers } from '#accounts/members.ts'
import { DAY_MS, HOUR_MS } from '#platform/clock.ts'
import type { Tx } from '#platform/db/schema.ts'
import { messageOf } from '#platform/errors.ts'
import type { WriteContext } from '#platform/ids.ts'
import { RetryLater } from '#platform/jobs/job.ts'
import { enqueueAll } from '#platform/jobs/queue.ts'
import type { RecurringJob } from '#platform/jobs/recurring.ts'
import type { SocialContext } from '#social/context.ts'
import { healthJob, tellJob } from '#social/jobs.ts'
import { type NetworkClient, NetworkFailure } from '#social/network.ts'
import { finalEnd, freshConnection, type StoredConnection, storedConnection } from './credentials.ts'
import { profileColumns, type SocialAccount, socialAccountById, socialAccountFrom } from './social-account.ts'

/**
 * Runs a request with the account's client. If the network refuses the credentials, they are refreshed once.
 * If that does not help, the account is marked as needing to be reconnected, its owners are told, and the
 * failure is thrown. Throws `RetryLater` if the account was reconnected during the request.
 */
export async function withClient<T>(
  context: SocialContext,
  account: SocialAccount,
  request: (client: NetworkClient) => Promise<T>,
): Promise<T> {
  const network = await context.networks[account.network]()
  let connection = await storedConnection(context.db.read, await context.secrets(), account.id)
  try {
    connection = await freshConnection(context, connection)
    try {
      return await request(network.open(context.network, connection))
    } catch (error) {
      if (!isUnauthorized(error) || network.refresh === null) throw error
      connection = await freshConnection(context, connection, true)
      return await request(network.open(context.network, connection))
    }
  } catch (error) {
    if (isUnauthorized(error))
      await context.db.write(tx => needReconnecting(tx, context, connection, error.message))
    throw error
  }
}

const isUnauthorized = (error: unknown): error is NetworkFailure =>
  error instanceof NetworkFailure && error.reason === 'unauthorized'

/**
 * Marks an active account as needing to be reconnected, and tells each owner once. Throws `RetryLater` if the
 * refused credentials have been replaced meanwhile.
 */
async function needReconnecting(
  tx: Tx,
  { clock, ids, actor }: SocialContext,
  { account: { id, accountId, profile, network }, sealed }: StoredConnection,
  reason: string,
): Promise<void> {
  // Reconnecting locks the account too.
  await lockAccount(tx, accountId)
  const { credentials } = await tx
    .selectFrom('social_account')
    .select('credentials')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (credentials !== sealed)
    throw new RetryLater(clock.now() + 1_000, 'The network refused credentials that were replaced meanwhile.')
  const { numUpdatedRows } = await tx
    .updateTable('social_account')
    .set({ state: 'needs reconnecting', state_reason: reason, told_at: clock.now() })
    .where('id', '=', id)
    .where('state', '=', 'active')
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return
  await recordActivity(tx, { clock, ids, actor }, 'social account needs reconnecting', {
    accountId,
    subject: id,
    after: { network, handle: profile.handle, reason },
  })
  await tellOwners(tx, { clock, ids }, { id, accountId })
}

async function tellOwners(
  tx: Tx,
  { clock, ids }: WriteContext,
  { id, accountId }: Pick<SocialAccount, 'id' | 'accountId'>,
): Promise<void> {
  const owners = (await listMembers(tx, accountId)).filter(({ role }) => role === 'owner')
  const jobs = owners.map(owner => ({
    accountId,
    payload: { socialAccountId: id, personId: owner.id, mailId: ids.next() },
  }))
  await enqueueAll(tx, { clock, ids }, tellJob, jobs)
}

/** How long before an account's access ends its owners are told. */
export const NOTICE_MS = 14 * 24 * 3_600_000

/** Tells owners once, two weeks ahead, that an account's access ends for good. */
export async function tellOfEnd(context: SocialContext, account: SocialAccount): Promise<void> {
  const end = await finalEnd(context, account.id)
  const now = context.clock.now()
  if (end === null || end - now > NOTICE_MS) return
  await context.db.write(async tx => {
    const { numUpdatedRows } = await tx
      .updateTable('social_account')
      .set({ told_at: now })
      .where('id', '=', account.id)
      .where('state', '=', 'active')
      .where('told_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 1n) await tellOwners(tx, context, account)
  })
}

/** Asks the network whether the account's access still works, and stores its profile and limits. Throws `NetworkFailure`. */
export async function verifySocialAccount(
  context: SocialContext,
  account: SocialAccount,
): Promise<SocialAccount> {
  const { profile, limits } = await withClient(context, account, client => client.verify())
  await context.db.write(tx =>
    tx
      .updateTable('social_account')
      .set({ ...profileColumns(profile, limits), verified_at: context.clock.now() })
      .where('id', '=', account.id)
      .execute(),
  )
  return socialAccountById(context.db.read, account.id)
}

const MOST_PER_RUN = 500

/**
 * Verifies the accounts that have not been verified for a day; runs every hour. An account that cannot be
 * reached is tried again an hour later.
 */
export const verifySocialAccounts = (context: SocialContext): RecurringJob => ({
  definition: healthJob,
  everyMs: HOUR_MS,
  async run(signal) {
    for (const account of await dueForVerification(context)) {
      if (signal.aborted) break
      try {
        await verifySocialAccount(context, account)
        await tellOfEnd(context, account)
      } catch (error) {
        if (!(error instanceof RetryLater) && !isUnauthorized(error))
          context.log.warn('a social account could not be verified', {
            id: account.id,
            error: messageOf(error),
          })
      }
    }
    return async () => {}
  },
})

async function dueForVerification({ db, clock }: SocialContext): Promise<SocialAccount[]> {
  const now = clock.now()
  const rows = await db.read
    .selectFrom('social_account')
    .selectAll()
    .where('state', '=', 'active')
    .where(where =>
      // A time in the future was stored while the clock was ahead.
      where.or([where('verified_at', '<', now - DAY_MS), where('verified_at', '>', now)]),
    )
    .orderBy('verified_at')
    .limit(MOST_PER_RUN)
    .execute()
  return rows.map(socialAccountFrom)
}
