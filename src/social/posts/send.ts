import { lockAccount } from '#accounts/account.ts'
import { LATENESS_MS } from '#changelog/entries/entry.ts'
import type { Instant } from '#platform/clock.ts'
import { timeOf } from '#platform/db/database.ts'
import type { Tx } from '#platform/db/schema.ts'
import { messageOf } from '#platform/errors.ts'
import { RetryLater } from '#platform/jobs/job.ts'
import { withClient } from '#social/accounts/health.ts'
import type { HoldReason } from '#social/accounts/held-posts.ts'
import { socialAccountById } from '#social/accounts/social-account.ts'
import type { SocialContext } from '#social/context.ts'
import { type NetworkClient, NetworkFailure, type PostReference } from '#social/network.ts'
import { BudgetExceeded } from './budget.ts'
import { type LoadedPost, loadPost } from './load.ts'
import { lookUp, mayBeSent, otherPosts } from './look-up.ts'
import { outgoingPost } from './outgoing.ts'
import type { Post } from './post.ts'
import {
  type Attempt,
  cancelOfUnpublished,
  hold,
  recordDoubt,
  recordFailed,
  recordNotSent,
  recordPosted,
  recordUnknown,
  requireMoved,
  startAttempt,
} from './transitions.ts'

/**
 * Advances a post by one step. A planned one is sent: the intent is committed before the request, the outcome
 * after it. One with an unknown outcome is looked up, and sent again only if `mayBeSent` allows it.
 */
export async function advancePost(context: SocialContext, id: string, signal: AbortSignal): Promise<void> {
  const loaded = await loadPost(context, id)
  const { state, held } = loaded.post
  if (state === 'planned' && held === null) await sendPlanned(context, loaded, signal)
  if (state === 'attempting' || state === 'unknown') await lookUp(context, loaded)
}

async function sendPlanned(context: SocialContext, loaded: LoadedPost, signal: AbortSignal): Promise<void> {
  const { db, clock } = context
  const { post, entry, socialAccount, network } = loaded
  if (entry.state !== 'published')
    return requireMoved(context, await db.write(tx => cancelOfUnpublished(tx, context, post)))
  const now = await timeOf(db)
  if (post.dueAt > now) throw new RetryLater(clock.now() + post.dueAt - now, 'Its time has not come.')
  if (now - post.dueAt > LATENESS_MS) return keepBack(context, post, 'late')
  if (socialAccount.state !== 'active') return keepBack(context, post, 'reconnect')
  if (socialAccount.blockedUntil > now)
    throw new RetryLater(
      clock.now() + socialAccount.blockedUntil - now,
      'The network has to be left alone until then.',
    )
  if (!mayBeSent(network, post.uncertainSince, now)) return lookUpFirst(context, post)
  try {
    await withClient(context, socialAccount, client => attempt(context, loaded, client, signal))
  } catch (error) {
    if (error instanceof BudgetExceeded) return keepBack(context, post, 'budget')
    if (!(error instanceof NetworkFailure)) throw error
    await handleFailure(context, post, error)
  }
}

/** Looks up a post that has waited too long since an attempt that may have reached the network. */
async function lookUpFirst(context: SocialContext, post: Post): Promise<void> {
  await context.db.write(tx => recordDoubt(tx, context, post))
  throw new RetryLater(context.clock.now(), 'An earlier attempt may have reached the network.')
}

async function keepBack(context: SocialContext, post: Post, why: HoldReason): Promise<void> {
  const isHeld = await context.db.write(
    async tx => (why !== 'reconnect' || !(await isConnected(tx, post))) && hold(tx, context, post, why),
  )
  requireMoved(context, isHeld)
}

/**
 * Whether the social account is connected. Locks the account, as reconnecting does, so that no post is held
 * for reconnecting after held posts were released.
 */
async function isConnected(tx: Tx, { accountId, socialAccountId }: Post): Promise<boolean> {
  await lockAccount(tx, accountId)
  return (await socialAccountById(tx, socialAccountId)).state === 'active'
}

/** Sends the post. Uploads before the intent may be repeated; after it, nothing is repeated blindly. */
async function attempt(
  context: SocialContext,
  loaded: LoadedPost,
  client: NetworkClient,
  signal: AbortSignal,
): Promise<void> {
  const { db, timing } = context
  const { post, socialAccount, network } = loaded
  const { faults } = network.check(post.text, socialAccount.limits)
  if (faults.length > 0) throw new NetworkFailure('rejected', faults.join(' '))
  const outgoing = await outgoingPost(context, loaded, client)
  // The deadline uses the monotonic clock of this process. The request must end before its outcome may be looked up.
  const begun = performance.now()
  const deadline = AbortSignal.timeout(timing.settleMs / 2)
  const token = await db.write(async tx => {
    requireMoved(context, mayBeSent(network, post.uncertainSince, await timeOf(db, tx)))
    const cost = network.price?.(post.text) ?? null
    const started = await startAttempt(tx, db, context, post, { gapMs: timing.gapMs, cost })
    requireMoved(context, started !== null)
    return started
  })
  // A process that was suspended resumes here; by now its attempt may have been given up.
  if (signal.aborted || performance.now() - begun > timing.fenceMs) {
    await db.write(tx => recordNotSent(tx, context, post, token))
    throw new RetryLater(context.clock.now() + 1_000, 'The attempt was interrupted before the request.')
  }
  await publish(context, post, token, () => client.publish(outgoing, AbortSignal.any([signal, deadline])))
}

/** Makes the request and records its outcome. */
async function publish(
  context: SocialContext,
  post: Post,
  token: Attempt,
  request: () => Promise<PostReference>,
): Promise<void> {
  try {
    const reference = await request()
    if ((await otherPosts(context, post)).has(reference.id))
      throw new Error('The network answered with another post of this account.')
    const isRecorded = await context.db.write(tx => recordPosted(tx, context, post, token, reference))
    if (!isRecorded) context.log.error('a post went out whose attempt had been given up', { post: post.id })
  } catch (error) {
    await recordError(context, post, token, error)
  }
}

async function recordError(
  context: SocialContext,
  post: Post,
  token: Attempt,
  error: unknown,
): Promise<void> {
  const reason = error instanceof NetworkFailure ? error.reason : null
  // The post may be there from an attempt that was looked up and not found, or that a restored database does not know.
  const isDuplicate = reason === 'duplicate'
  if (reason === 'rejected') {
    await context.db.write(tx => recordFailed(tx, context, post, token, messageOf(error)))
    return
  }
  if (reason !== null && !isDuplicate) {
    await context.db.write(tx => recordNotSent(tx, context, post, token))
    throw error
  }
  await context.db.write(tx => recordUnknown(tx, post, token, messageOf(error), isDuplicate))
  throw new RetryLater(context.clock.now() + context.timing.settleMs, messageOf(error))
}

const UNREACHABLE_RETRY_MS = 60_000

/** Stores the time before which the network wants no request for this account. */
async function blockUntil(tx: Tx, { socialAccountId }: Post, until: Instant): Promise<void> {
  await tx
    .updateTable('social_account')
    .set({ blocked_until: until })
    .where('id', '=', socialAccountId)
    .where('blocked_until', '<', until)
    .execute()
}

async function handleFailure(
  context: SocialContext,
  post: Post,
  { reason, message, until }: NetworkFailure,
): Promise<void> {
  const { db, clock } = context
  if (reason === 'unauthorized') return keepBack(context, post, 'reconnect')
  if (reason === 'rejected')
    return requireMoved(context, await db.write(tx => recordFailed(tx, context, post, null, message)))
  const at = until ?? clock.now() + UNREACHABLE_RETRY_MS
  if (reason === 'rate limited') await db.write(tx => blockUntil(tx, post, at))
  throw new RetryLater(at, message)
}
