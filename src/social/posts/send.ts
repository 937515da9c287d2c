import { accountById, lockAccount } from '#accounts/account.ts'
import { entryById } from '#changelog/entries/store.ts'
import type { Instant } from '#platform/clock.ts'
import { timeOf } from '#platform/db/database.ts'
import type { Tx } from '#platform/db/schema.ts'
import { messageOf } from '#platform/errors.ts'
import { RetryLater } from '#platform/jobs/job.ts'
import { withClient } from '#social/accounts/health.ts'
import type { HoldReason } from '#social/accounts/held-posts.ts'
import { type SocialAccount, socialAccountById } from '#social/accounts/social-account.ts'
import { loadNetwork } from '#social/context.ts'
import { type NetworkClient, NetworkFailure, type OutgoingPost } from '#social/network.ts'
import { BudgetExceeded } from './budget.ts'
import type { PostContext } from './context.ts'
import { lookUp, otherPosts } from './look-up.ts'
import { outgoingPost } from './outgoing.ts'
import { type Post, postById } from './post.ts'
import { mayBeSent } from './repeat.ts'
import {
  type Attempt,
  cancelOfWithdrawn,
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
 * Brings a post forward by one step. A planned one is sent: the intent is committed before the request and the outcome after it. One
 * whose outcome is not known is looked up, and is sent again only as `mayBeSent` says.
 */
export async function advancePost(context: PostContext, id: string, signal: AbortSignal): Promise<void> {
  const post = await postById(context.db.read, id)
  if (post.state === 'planned') await sendPlanned(context, post, signal)
  if (post.state === 'attempting' || post.state === 'unknown') await lookUp(context, post)
}

async function sendPlanned(context: PostContext, post: Post, signal: AbortSignal): Promise<void> {
  if (post.held !== null) return
  const { db } = context
  if ((await entryById(db.read, post.entryId)).state === 'withdrawn')
    return requireMoved(context, await db.write(tx => cancelOfWithdrawn(tx, context, post)))
  const now = await timeOf(db)
  const account = await socialAccountById(db.read, post.socialAccountId)
  if (post.dueAt > now) throw new RetryLater(context.clock.now() + post.dueAt - now, 'Its time has not come.')
  if (await isTooLate(context, post, now)) return keepBack(context, post, 'late')
  if (account.state !== 'active') return keepBack(context, post, 'reconnect')
  if (account.blockedUntil > now)
    throw new RetryLater(
      context.clock.now() + account.blockedUntil - now,
      'The network has to be left alone until then.',
    )
  if (!(await mayBeSentNow(context, post, account))) return lookUpFirst(context, post)
  try {
    await withClient(context, account, client => attempt(context, post, account, client, signal))
  } catch (error) {
    if (error instanceof BudgetExceeded) return keepBack(context, post, 'budget')
    if (!(error instanceof NetworkFailure)) throw error
    await handleFailure(context, post, account, error)
  }
}

async function mayBeSentNow(
  context: PostContext,
  { uncertainSince }: Post,
  { network }: SocialAccount,
  reader = context.db.read,
): Promise<boolean> {
  return mayBeSent(await loadNetwork(context, network), uncertainSince, await timeOf(context.db, reader))
}

/** It waited too long after an attempt that may have reached the network. */
async function lookUpFirst(context: PostContext, post: Post): Promise<void> {
  await context.db.write(tx => recordDoubt(tx, context, post))
  throw new RetryLater(context.clock.now(), 'An earlier attempt may have reached the network.')
}

async function isTooLate({ db }: PostContext, { accountId, dueAt }: Post, now: number): Promise<boolean> {
  const { latenessMs } = await accountById(db.read, accountId)
  return now - dueAt > latenessMs
}

async function keepBack(context: PostContext, post: Post, why: HoldReason): Promise<void> {
  const isHeld = await context.db.write(
    async tx => (why !== 'reconnect' || !(await isConnected(tx, post))) && hold(tx, context, post, why),
  )
  requireMoved(context, isHeld)
}

/** Reconnecting takes the same lock, so that a post is never held for it after held posts were released. */
async function isConnected(tx: Tx, { accountId, socialAccountId }: Post): Promise<boolean> {
  await lockAccount(tx, accountId)
  return (await socialAccountById(tx, socialAccountId)).state === 'active'
}

/** What is uploaded first may be uploaded again; from the intent on, nothing is repeated blindly. */
async function attempt(
  context: PostContext,
  post: Post,
  account: SocialAccount,
  client: NetworkClient,
  signal: AbortSignal,
): Promise<void> {
  const { check, price } = await loadNetwork(context, account.network)
  const { faults } = check(post.text, account.limits)
  if (faults.length > 0) throw new NetworkFailure('rejected', faults.join(' '))
  const outgoing = await outgoingPost(context, post, account, client)
  const begun = performance.now()
  const deadline = AbortSignal.timeout(context.timing.settleMs / 2)
  const token = await context.db.write(async tx => {
    const { gapMs } = context.timing
    const cost = price?.(post.text) ?? null
    requireMoved(context, await mayBeSentNow(context, post, account, tx))
    const started = await startAttempt(tx, context.db, context, post, { gapMs, cost })
    requireMoved(context, started !== null)
    return started
  })
  await publish(context, { post, token, begun, deadline, outgoing }, client, signal)
}

interface Started {
  post: Post
  token: Attempt
  /** By the monotonic clock of this process. */
  begun: number
  /** Ends the request before its outcome may be looked up. */
  deadline: AbortSignal
  outgoing: OutgoingPost
}

async function publish(
  context: PostContext,
  { post, token, begun, deadline, outgoing }: Started,
  client: NetworkClient,
  signal: AbortSignal,
): Promise<void> {
  // A process that was suspended comes back here: what it was about to send may have been given up since.
  if (signal.aborted || performance.now() - begun > context.timing.fenceMs) {
    await context.db.write(tx => recordNotSent(tx, context, post, token))
    throw new RetryLater(context.clock.now() + 1_000, 'The attempt was interrupted before the request.')
  }
  try {
    const reference = await client.publish(outgoing, AbortSignal.any([signal, deadline]))
    if ((await otherPosts(context, post)).has(reference.id))
      throw new Error('The network answered with another post of this account.')
    const isRecorded = await context.db.write(tx => recordPosted(tx, context, post, token, reference))
    if (!isRecorded) context.log.error('a post went out whose attempt had been given up', { post: post.id })
  } catch (error) {
    await recordError(context, post, token, error)
  }
}

async function recordError(context: PostContext, post: Post, token: Attempt, error: unknown): Promise<void> {
  const reason = error instanceof NetworkFailure ? error.reason : null
  // It may be there from an attempt that was looked up and not found, or that a restored database has forgotten.
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

/** The network named a time before which it wants no request of this account. */
async function blockUntil(tx: Tx, { id }: SocialAccount, until: Instant): Promise<void> {
  await tx
    .updateTable('social_account')
    .set({ blocked_until: until })
    .where('id', '=', id)
    .where('blocked_until', '<', until)
    .execute()
}

async function handleFailure(
  context: PostContext,
  post: Post,
  account: SocialAccount,
  { reason, message, until }: NetworkFailure,
): Promise<void> {
  const { db, clock } = context
  if (reason === 'unauthorized') return keepBack(context, post, 'reconnect')
  if (reason === 'rejected')
    return requireMoved(context, await db.write(tx => recordFailed(tx, context, post, null, message)))
  const at = until ?? clock.now() + UNREACHABLE_RETRY_MS
  if (reason === 'rate limited') await db.write(tx => blockUntil(tx, account, at))
  throw new RetryLater(at, message)
}
