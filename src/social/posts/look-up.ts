import { lockAccount } from '#accounts/account.ts'
import type { Instant } from '#platform/clock.ts'
import { timeOf } from '#platform/db/database.ts'
import type { Tx } from '#platform/db/schema.ts'
import { messageOf } from '#platform/errors.ts'
import { RetryLater } from '#platform/jobs/job.ts'
import { withClient } from '#social/accounts/health.ts'
import type { SocialContext } from '#social/context.ts'
import { CLOCK_ALLOWANCE_MS, type LookUpResult, type Network, NetworkFailure } from '#social/network.ts'
import type { LoadedPost } from './load.ts'
import { type Post, postById } from './post.ts'
import { recordAbsent, recordPosted, recordUnknown, requireMoved } from './transitions.ts'

/**
 * Finds out on the network whether a post with an unknown outcome was published. If it is found, it is posted. If it is absent, it is sent
 * again, but only while the network itself would refuse a second one (`mayBeSent`) and has not refused this one as a duplicate. Otherwise
 * the network is asked a few more times, and then the post waits for a person. A post whose entry was withdrawn is cancelled if it is
 * absent each time.
 */
export async function lookUp(context: SocialContext, loaded: LoadedPost): Promise<void> {
  const { db, clock, timing } = context
  const { post, attempt, isDuplicate, socialAccount, network } = loaded
  requireMoved(context, attempt !== null)
  const now = await timeOf(db)
  const settled = (post.attemptedAt ?? post.createdAt) + timing.settleMs
  if (now < settled) throw new RetryLater(clock.now() + settled - now, 'The attempt may still be running.')
  await db.write(tx => recordUnknown(tx, post, attempt, post.reason ?? 'The sender stopped before it knew.'))
  if (socialAccount.state !== 'active') return
  const finding = await findPost(context, loaded)
  if (finding.outcome === 'found') {
    const isPosted = await db.write(tx => recordPosted(tx, context, post, attempt, finding.reference))
    return requireMoved(context, isPosted)
  }
  if (finding.outcome === 'unclear' || isDuplicate) return askLater(context, loaded)
  const isProof = network.refusesRepeatsForMs === Number.POSITIVE_INFINITY
  const isLast = isProof || post.lookups >= timing.lookUpWaitsMs.length
  const isRepeatable = mayBeSent(network, uncertainSince(post), now)
  const move = await db.write(async tx => {
    const isSettled = (await isToBeWithdrawn(tx, post)) ? isLast : isRepeatable
    return isSettled ? recordAbsent(tx, context, post, attempt) : 'none yet'
  })
  if (move === 'none yet') return askLater(context, loaded, isRepeatable ? null : doubtAbout(network))
  requireMoved(context, move !== null)
}

const uncertainSince = (post: Post): Instant => post.uncertainSince ?? post.attemptedAt ?? post.createdAt

/**
 * Whether the post's entry was withdrawn. Locks the account, as withdrawing does. Such a post is not sent again. If the network refused it
 * as a duplicate, it exists but is not shown yet, so it is looked up until the last time.
 */
async function isToBeWithdrawn(tx: Tx, { id, accountId }: Post): Promise<boolean> {
  await lockAccount(tx, accountId)
  return (await postById(tx, id)).withdrawal === 'wanted'
}

async function findPost(context: SocialContext, { post, socialAccount }: LoadedPost): Promise<LookUpResult> {
  const known = await otherPosts(context, post)
  const sought = {
    key: { id: post.id, createdAt: post.createdAt },
    text: post.text,
    since: uncertainSince(post),
    known,
  }
  try {
    return await withClient(context, socialAccount, client => client.find(sought))
  } catch (error) {
    if (error instanceof RetryLater) throw error
    if (error instanceof NetworkFailure && error.until !== null)
      throw new RetryLater(error.until, error.message)
    context.log.warn('a post could not be looked up', { post: post.id, error: messageOf(error) })
    return { outcome: 'unclear' }
  }
}

/** The network's ids of the account's other posts, none of which can be this one. */
export async function otherPosts({ db }: SocialContext, { id, socialAccountId }: Post): Promise<Set<string>> {
  const rows = await db.read
    .selectFrom('post')
    .select('remote_id')
    .where('social_account_id', '=', socialAccountId)
    .where('id', '<>', id)
    .where('remote_id', 'is not', null)
    .orderBy('created_at', 'desc')
    .limit(1_000)
    .execute()
  return new Set(rows.flatMap(row => row.remote_id ?? []))
}

async function askLater(
  context: SocialContext,
  { post: { id, lookups }, attempt }: LoadedPost,
  reason: string | null = null,
): Promise<void> {
  const { db, clock, timing } = context
  const { numUpdatedRows } = await db.write(tx =>
    tx
      .updateTable('post')
      .set({ lookups: lookups + 1, ...(reason !== null && { reason }) })
      .where('id', '=', id)
      .where('attempt', '=', attempt)
      .where('state', '=', 'unknown')
      .executeTakeFirst(),
  )
  requireMoved(context, numUpdatedRows === 1n)
  const wait = timing.lookUpWaitsMs[lookups]
  if (wait !== undefined) throw new RetryLater(clock.now() + wait, 'The network cannot tell yet.')
}

/**
 * Whether a post that its network does not show may be sent: if no attempt may have reached the network, or while the network itself would
 * refuse a second post. Otherwise a person decides, since the network may show the post late, or somebody may have deleted it.
 */
export const mayBeSent = (
  { refusesRepeatsForMs }: Pick<Network, 'refusesRepeatsForMs'>,
  uncertainSince: Instant | null,
  now: Instant,
): boolean =>
  uncertainSince === null || Math.abs(now - uncertainSince) < refusesRepeatsForMs - CLOCK_ALLOWANCE_MS

/** Why a post that may not be sent again waits. `title` is the name of its network. */
const doubtAbout = ({ title }: Pick<Network, 'title'>): string =>
  `${title} does not show it, and may not refuse a second one.`
