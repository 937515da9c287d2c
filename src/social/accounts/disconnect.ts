import { recordActivity } from '#accounts/activity.ts'
import type { Tx } from '#platform/db/schema.ts'
import { messageOf } from '#platform/errors.ts'
import type { WriteContext } from '#platform/ids.ts'
import { enqueueOnce } from '#platform/jobs/queue.ts'
import type { SocialContext } from '#social/context.ts'
import { withdrawPostJob } from '#social/jobs.ts'
import type { Connection } from '#social/network.ts'
import { storedConnection } from './credentials.ts'
import type { SocialAccount } from './social-account.ts'

/** How long a person waits for each request to the network. */
const REVOKING_MS = 5_000

/**
 * Revokes the access on the network, if the network offers that and answers, and deletes the credentials. Published posts stay on the
 * network; those that were still to be removed from it wait for a person. Posts that have not gone out are cancelled.
 */
export async function disconnectSocialAccount(context: SocialContext, account: SocialAccount): Promise<void> {
  const { db } = context
  const connection = await context
    .secrets()
    .then(secrets => storedConnection(db.read, secrets, account.id))
    .catch(() => null)
  const problem = connection && (await revoke(context, account, connection))
  await db.write(tx => forget(tx, context, account, problem))
}

/** Revokes the access. Returns why the network did not do it. */
async function revoke(
  context: SocialContext,
  { id, network: name }: SocialAccount,
  connection: Connection,
): Promise<string | null> {
  const { network } = context
  const fetchFrom: typeof network.fetchFrom = server => (input, init) =>
    network.fetchFrom(server)(input, { ...init, signal: AbortSignal.timeout(REVOKING_MS) })
  const { revoke } = await context.networks[name]()
  if (revoke === null) return 'its network has no way to end the access from here'
  try {
    await revoke({ ...network, fetchFrom }, connection)
    return null
  } catch (error) {
    const problem = messageOf(error)
    context.log.warn('access could not be revoked on the network', { id, error: problem })
    return problem
  }
}

async function forget(
  tx: Tx,
  { clock, ids, actor }: SocialContext,
  { id, accountId, profile }: SocialAccount,
  problem: string | null,
): Promise<void> {
  await tx
    .updateTable('social_account')
    .set({ state: 'disconnected', state_reason: null, credentials: null, expires_at: null })
    .where('id', '=', id)
    .execute()
  await tx
    .updateTable('post')
    .set({
      state: 'cancelled',
      held: null,
      reason: 'The social account was disconnected.',
      settled_at: clock.now(),
    })
    .where('social_account_id', '=', id)
    .where('state', 'in', ['planned', 'failed'])
    .execute()
  await giveUpWithdrawals(tx, { clock, ids }, id)
  await recordActivity(tx, { clock, ids, actor }, 'social account disconnected', {
    accountId,
    subject: id,
    before: { handle: profile.handle },
    ...(problem !== null && { after: { problem } }),
  })
}

/** Ends withdrawals that are still open: the job that removes a post finds the account disconnected, so a person has to remove it. */
async function giveUpWithdrawals(tx: Tx, context: WriteContext, socialAccountId: string): Promise<void> {
  const posts = await tx
    .selectFrom('post')
    .select(['id', 'account_id'])
    .where('social_account_id', '=', socialAccountId)
    .where('state', '=', 'posted')
    .where('withdrawal', '=', 'wanted')
    .execute()
  for (const { id, account_id: accountId } of posts)
    await enqueueOnce(tx, context, withdrawPostJob, { accountId, payload: { postId: id } })
}
