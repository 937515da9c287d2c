import { lockAccount } from '#accounts/account.ts'
import type { ActionContext } from '#accounts/activity.ts'
import type { ActivityAction } from '#accounts/activity-actions.ts'
import type { Entry } from '#changelog/entries/entry.ts'
import { requireState } from '#changelog/entries/entry.ts'
import { entryById } from '#changelog/entries/store.ts'
import type { Tx } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'
import { enqueue, enqueueOnce } from '#platform/jobs/queue.ts'
import { safeLine } from '#platform/text.ts'
import { type SocialAccount, socialAccountById } from '#social/accounts/social-account.ts'
import { postJob, withdrawPostJob } from '#social/jobs.ts'
import { planPost } from './plan.ts'
import { type Post, type PostState, postById } from './post.ts'
import { postTextOf, requireFit, type TextOptions } from './texts.ts'
import { logMove, recordNotSent, recordPosted } from './transitions.ts'

// The actions of people on posts. Each throws `conflict` if the post's state does not allow it.

/**
 * Posts a published entry to one social account now: one that the rules leave to people, one that is held, or
 * one that was withdrawn before. A waiting post is sent without its delay.
 */
export async function sendEntry(
  tx: Tx,
  context: ActionContext & TextOptions,
  entry: Entry,
  account: SocialAccount,
): Promise<Post> {
  // Withdrawing the entry locks the account too, and cancels what was planned before.
  await lockAccount(tx, entry.accountId)
  const published = requireState(await entryById(tx, entry.id), 'posted', 'published')
  const waiting = await tx
    .selectFrom('post')
    .select('id')
    .where('entry_id', '=', entry.id)
    .where('social_account_id', '=', account.id)
    .where('state', '=', 'planned')
    .executeTakeFirst()
  if (waiting) return sendNow(tx, context, await postById(tx, waiting.id))
  const text = requireFit(await postTextOf(tx, context, published, account))
  const id = await planPost(tx, context, published, text, context.clock.now())
  const post = await postById(tx, id)
  await logMove(tx, context, post, 'post planned', { social_account: account.id })
  return post
}

/** Sends a planned post, held or not, without waiting for its time. */
export async function sendNow(tx: Tx, context: ActionContext, post: Post): Promise<Post> {
  requirePostState(post, 'sent', 'planned')
  await requireConnected(tx, post)
  await update(tx, post, { due_at: context.clock.now(), held: null })
  return resume(tx, context, post, 'post sent by hand')
}

/** Holds a planned post until a person sends it. A post may be held for another reason already, which could end by itself. */
export async function holdPost(tx: Tx, context: ActionContext, post: Post): Promise<Post> {
  requirePostState(post, 'held', 'planned')
  await update(tx, post, { held: 'by hand' })
  await logMove(tx, context, post, 'post held', { why: 'by hand' })
  return postById(tx, post.id)
}

/** Gives up a post that is not on its network. The entry can be sent to the social account again later. */
export async function cancelPost(tx: Tx, context: ActionContext, post: Post): Promise<Post> {
  requirePostState(post, 'given up', 'planned', 'failed')
  const reason = 'A person decided not to post it.'
  await update(tx, post, { state: 'cancelled', held: null, reason, settled_at: context.clock.now() })
  await logMove(tx, context, post, 'post given up')
  return postById(tx, post.id)
}

/** Sends a failed post again with its current text, or looks up an unknown one on its network once more. */
export async function retryPost(tx: Tx, context: ActionContext & TextOptions, post: Post): Promise<Post> {
  requirePostState(post, 'retried', 'failed', 'unknown')
  await requireConnected(tx, post)
  if (post.state === 'unknown') {
    await update(tx, post, { lookups: 0 })
    return resume(tx, context, post, 'post looked up again')
  }
  const entry = requireState(await entryById(tx, post.entryId), 'posted', 'published')
  const account = await socialAccountById(tx, post.socialAccountId)
  const current = requireFit(await postTextOf(tx, context, entry, account))
  await update(tx, post, {
    state: 'planned',
    text: current.text,
    reason: null,
    held: null,
    attempt: null,
    // The person knows about the earlier attempts.
    uncertain_since: null,
    due_at: context.clock.now(),
    settled_at: null,
  })
  return resume(tx, context, post, 'post retried')
}

/** What a person saw on the network of a post whose outcome is unknown. */
export type Resolution = { outcome: 'posted'; url: string } | { outcome: 'absent' }

/** Settles the outcome of an unknown post. A post that is not on the network becomes failed, so that a person can retry it. */
export async function resolvePost(
  tx: Tx,
  context: ActionContext,
  post: Post,
  seen: Resolution,
): Promise<Post> {
  requirePostState(post, 'resolved', 'unknown')
  const attempt = await attemptOf(tx, post)
  if (seen.outcome === 'posted') {
    const url = addressFrom(seen.url)
    await recordPosted(tx, context, post, attempt, { id: url, url })
  } else if ((await recordNotSent(tx, context, post, attempt)) === 'planned') {
    await update(
      tx,
      { ...post, state: 'planned' },
      { state: 'failed', reason: 'A person saw that it did not go out.' },
    )
  }
  await logMove(tx, context, post, 'post resolved', seen)
  return postById(tx, post.id)
}

async function attemptOf(tx: Tx, { id }: Post): Promise<string> {
  const { attempt } = await tx
    .selectFrom('post')
    .select('attempt')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (attempt === null) throw new Error('A post whose outcome is unknown was attempted.')
  return attempt
}

function addressFrom(text: string): string {
  const url = URL.parse(text)
  if (url && ['http:', 'https:'].includes(url.protocol) && url.username === '' && text.length <= 2_000)
    return url.href
  throw new AppError('invalid_parameter', 'Give the address of the post on its network.')
}

/** Asks the network again to remove a post whose entry was withdrawn. */
export async function withdrawAgain(tx: Tx, context: ActionContext, post: Post): Promise<Post> {
  requirePostState(post, 'withdrawn', 'posted')
  await update(tx, post, { withdrawal: 'wanted', reason: null })
  await enqueueOnce(tx, context, withdrawPostJob, { accountId: post.accountId, payload: { postId: post.id } })
  return postById(tx, post.id)
}

/** Throws `conflict` unless the post is in one of the states. `action` completes "cannot be …". */
function requirePostState({ state }: Post, action: string, ...states: PostState[]): void {
  if (!states.includes(state))
    throw new AppError(
      'conflict',
      `A ${state} post cannot be ${action}; only ${states.join(' or ')} ones can.`,
    )
}

async function requireConnected(tx: Tx, { socialAccountId }: Post): Promise<void> {
  const { state, profile } = await socialAccountById(tx, socialAccountId)
  if (state !== 'active')
    throw new AppError(
      'conflict',
      `${safeLine(profile.handle)} ${state === 'disconnected' ? 'is disconnected' : 'needs reconnecting first'}.`,
    )
}

interface Change {
  state?: PostState
  text?: string
  due_at?: number
  held?: 'by hand' | null
  attempt?: null
  uncertain_since?: null
  lookups?: number
  reason?: string | null
  settled_at?: number | null
  withdrawal?: 'wanted'
}

/** Changes a post. Throws `conflict` if its state has changed since it was read. */
async function update(tx: Tx, { id, state }: Post, change: Change): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('post')
    .set(change)
    .where('id', '=', id)
    .where('state', '=', state)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new AppError('conflict', 'The post has changed since. Reload it.')
}

async function resume(tx: Tx, context: ActionContext, post: Post, action: ActivityAction): Promise<Post> {
  // There may still be a job that waits for the old time. Whichever of the two runs second finds nothing to do.
  await enqueue(tx, context, postJob, { accountId: post.accountId, payload: { postId: post.id } })
  await logMove(tx, context, post, action)
  return postById(tx, post.id)
}
