import { lockAccount } from '#accounts/account.ts'
import type { ActionContext } from '#accounts/activity.ts'
import { entryById } from '#changelog/entries/store.ts'
import type { Tx } from '#platform/db/schema.ts'
import { messageOf } from '#platform/errors.ts'
import { RetryLater } from '#platform/jobs/job.ts'
import { withClient } from '#social/accounts/health.ts'
import { socialAccountById } from '#social/accounts/social-account.ts'
import type { SocialContext } from '#social/context.ts'
import { NetworkFailure, type PostReference } from '#social/network.ts'
import { planPost } from './plan.ts'
import { type Post, postById } from './post.ts'
import { postTextOf } from './texts.ts'
import { logMove, reasonFrom } from './transitions.ts'

/**
 * Removes a post of a withdrawn entry from its network. Removing it twice does no harm, so the job repeats
 * it, with growing delays, until it succeeds or the job's attempts are used up.
 */
export async function withdrawPost(context: SocialContext, id: string): Promise<void> {
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
  context: SocialContext,
  post: Post,
  { url }: PostReference,
  outcome: 'withdrawn' | 'gone',
): Promise<void> {
  const { id, accountId } = post
  await context.db.write(async tx => {
    // Withdrawing the entry locks the account too, and cancels what is offered.
    await lockAccount(tx, accountId)
    const removed = tx
      .updateTable('post')
      .set({
        state: 'withdrawn',
        withdrawal: null,
        settled_at: context.clock.now(),
        reason: outcome === 'gone' ? 'It was no longer on the network.' : null,
      })
      .where('id', '=', id)
      .where('state', '=', 'posted')
    const { numUpdatedRows: wanted } = await removed.where('withdrawal', '=', 'wanted').executeTakeFirst()
    const { numUpdatedRows: unwanted } = await removed.executeTakeFirst()
    if (wanted + unwanted === 0n) return
    await logMove(tx, context, post, 'post withdrawn', { url, outcome })
    if (unwanted === 1n) await offerAgain(tx, context, post)
  })
}

/**
 * Stores a failed post in place of one that was removed while its entry was published again, so that a person
 * can send it. It is a new post, because a network may refuse the key of the old one.
 */
async function offerAgain(tx: Tx, context: SocialContext, { entryId, socialAccountId }: Post): Promise<void> {
  const entry = await entryById(tx, entryId)
  if (entry.state !== 'published') return
  const text = await postTextOf(tx, context, entry, await socialAccountById(tx, socialAccountId))
  await planPost(tx, context, entry, text, context.clock.now(), REMOVED_MEANWHILE)
}

const REMOVED_MEANWHILE =
  'Its removal was already under way when the entry was published again, so the entry has no post here now.'

const refuse = (context: SocialContext, { id }: Post, reason: string): Promise<void> =>
  context.db.write(tx => giveUpWithdrawal(tx, context, id, reason))

/** Records that the post stays on its network. It waits for a person, who is told the reason. */
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
