import type { ActionContext } from '#accounts/activity.ts'
import type { Tx } from '#platform/db/schema.ts'
import { messageOf } from '#platform/errors.ts'
import { RetryLater } from '#platform/jobs/job.ts'
import { withClient } from '#social/accounts/health.ts'
import { socialAccountById } from '#social/accounts/social-account.ts'
import { NetworkFailure, type PostReference } from '#social/network.ts'
import type { PostContext } from './context.ts'
import { type Post, postById } from './post.ts'
import { logMove, reasonFrom } from './transitions.ts'

/**
 * Removes a post of a withdrawn entry from its network. Removing twice does no harm, so the job simply repeats it, with growing delays,
 * until it is done or the job's attempts are used up.
 */
export async function withdrawPost(context: PostContext, id: string): Promise<void> {
  const post = await postById(context.db.read, id)
  if (post.state !== 'posted' || post.withdrawal !== 'wanted' || post.reference === null) return
  const { reference } = post
  const account = await socialAccountById(context.db.read, post.socialAccountId)
  if (account.state === 'disconnected') return refuse(context, post, 'Its social account is disconnected.')
  if (account.state !== 'active') return
  if (/^https?:/.test(reference.id))
    return refuse(context, post, 'A person recorded only its address. Remove it there.')
  try {
    const outcome = await withClient(context, account, client => client.withdraw(reference))
    await recordWithdrawn(context, post, reference, outcome)
  } catch (error) {
    const { reason, until } = error instanceof NetworkFailure ? error : {}
    if (reason === 'rejected') return refuse(context, post, messageOf(error))
    if (until) throw new RetryLater(until, messageOf(error))
    if (reason !== 'unauthorized') throw error
  }
}

async function recordWithdrawn(
  context: PostContext,
  { id, accountId }: Post,
  { url }: PostReference,
  outcome: 'withdrawn' | 'gone',
): Promise<void> {
  await context.db.write(async tx => {
    const { numUpdatedRows } = await tx
      .updateTable('post')
      .set({
        ...{ state: 'withdrawn', withdrawal: null, settled_at: context.clock.now() },
        reason: outcome === 'gone' ? 'It was no longer on the network.' : null,
      })
      .where('id', '=', id)
      .where('state', '=', 'posted')
      .executeTakeFirst()
    if (numUpdatedRows === 1n)
      await logMove(tx, context, { id, accountId }, 'post withdrawn', { url, outcome })
  })
}

const refuse = (context: PostContext, { id }: Post, reason: string): Promise<void> =>
  context.db.write(tx => giveUpWithdrawal(tx, context, id, reason))

/** Records that the post stays on its network. It waits for a person, who is told why. */
export async function giveUpWithdrawal(
  tx: Tx,
  context: ActionContext,
  id: string,
  error: string,
): Promise<void> {
  const reason = reasonFrom(error)
  const post = await tx
    .updateTable('post')
    .set({ withdrawal: 'refused', reason })
    .where('id', '=', id)
    .where('state', '=', 'posted')
    .where('withdrawal', '=', 'wanted')
    .returning('account_id')
    .executeTakeFirst()
  if (post) await logMove(tx, context, { id, accountId: post.account_id }, 'post not withdrawn', { reason })
}
