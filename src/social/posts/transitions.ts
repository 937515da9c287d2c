import { type RawBuilder, sql } from 'kysely'
import { type ActionContext, recordActivity } from '#accounts/activity.ts'
import type { ActivityAction } from '#accounts/activity-actions.ts'
import { pullRequestIdsOf } from '#changelog/entries/store.ts'
import { markPromoted } from '#changelog/entries/transitions.ts'
import { type Database, timeOf } from '#platform/db/database.ts'
import type { Tx } from '#platform/db/schema.ts'
import { RetryLater } from '#platform/jobs/job.ts'
import { enqueueOnce } from '#platform/jobs/queue.ts'
import { clip, safeLine } from '#platform/text.ts'
import type { HoldReason } from '#social/accounts/held-posts.ts'
import { postJob, withdrawPostJob } from '#social/jobs.ts'
import type { PostReference } from '#social/network.ts'
import { requireBudget } from './budget.ts'
import { cancelledBy, type Post, postById } from './post.ts'

// Each transition is a conditional update. If another process changed the post first, it changes nothing and reports that.

/** Identifies one attempt to send a post. Only its holder records the outcome. */
export type Attempt = string

/**
 * Stores the intent to send the post. Returns null if the post must not be sent any more: it was held or cancelled, its entry is no longer
 * published, its text has changed, or another attempt is running. The caller then rolls back, which returns the turn of its social account.
 * Throws `BudgetExceeded` if it costs more than what is left.
 */
export async function startAttempt(
  tx: Tx,
  db: Database,
  { ids }: Pick<ActionContext, 'ids'>,
  post: Post,
  { gapMs, cost }: { gapMs: number; cost: number | null },
): Promise<Attempt | null> {
  const now = await timeOf(db, tx)
  const attempt = ids.next()
  const { numUpdatedRows: turn } = await tx
    .updateTable('social_account')
    .set({ blocked_until: now + gapMs })
    .where('id', '=', post.socialAccountId)
    .where('state', '=', 'active')
    .where('blocked_until', '<=', now)
    .executeTakeFirst()
  if (turn === 0n) return null
  if (cost !== null) await requireBudget(tx, { id: post.socialAccountId }, cost, now)
  const { numUpdatedRows } = await tx
    .updateTable('post')
    .set(set => ({
      state: 'attempting',
      attempt,
      attempted_at: now,
      cost,
      attempts: set('attempts', '+', 1),
      lookups: 0,
    }))
    .where('id', '=', post.id)
    .where('state', '=', 'planned')
    .where('held', 'is', null)
    .where('text', '=', post.text)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('entry').select('id').where('id', '=', post.entryId).where('state', '=', 'published'),
      ),
    )
    .executeTakeFirst()
  return numUpdatedRows === 1n ? attempt : null
}

/**
 * Records that the network has the post, even if the attempt was given up and the post waits to be sent again. Withdraws the post if its
 * entry has been withdrawn. Returns false if a later attempt began or the post was settled otherwise.
 */
export async function recordPosted(
  tx: Tx,
  context: ActionContext,
  post: Post,
  attempt: Attempt,
  reference: PostReference,
): Promise<boolean> {
  const { id, accountId, entryId } = post
  const found = { remote_id: reference.id, remote_url: reference.url }
  const { numUpdatedRows } = await tx
    .updateTable('post')
    .set({ state: 'posted', held: null, reason: null, settled_at: context.clock.now(), ...found })
    .where('id', '=', id)
    .where(where =>
      where.or([
        where.and([where('state', 'in', ['attempting', 'unknown']), where('attempt', '=', attempt)]),
        where.and([where('state', '=', 'planned'), where('attempt', 'is', null)]),
      ]),
    )
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await markPromoted(tx, context, await pullRequestIdsOf(tx, entryId))
  await logMove(tx, context, post, 'posted', { url: reference.url })
  const { withdrawal } = await postById(tx, id)
  if (withdrawal === 'wanted')
    await enqueueOnce(tx, context, withdrawPostJob, { accountId, payload: { postId: id } })
  return true
}

type NotSent = 'planned' | 'cancelled' | null

/**
 * Records that the attempt certainly did not reach the network: the post is planned again, or cancelled if its entry was withdrawn. A post
 * with an unknown outcome gets a new job, since the job of its attempt may have ended. Returns null if the attempt was settled already.
 */
export const recordNotSent = (
  tx: Tx,
  context: ActionContext,
  post: Post,
  attempt: Attempt,
): Promise<NotSent> => putBack(tx, context, post, attempt, sql`nullif(uncertain_since, attempted_at)`)

/** Like `recordNotSent`, for a post that the network does not show. Its attempts still count as ones that may have reached the network. */
export const recordAbsent = (
  tx: Tx,
  context: ActionContext,
  post: Post,
  attempt: Attempt,
): Promise<NotSent> => putBack(tx, context, post, attempt, sql`uncertain_since`)

async function putBack(
  tx: Tx,
  context: ActionContext,
  { id, accountId }: Post,
  attempt: Attempt,
  uncertainSince: RawBuilder<number | null>,
): Promise<NotSent> {
  if (await cancelWithdrawn(tx, context, id, attempt)) return 'cancelled'
  const attempted = tx.updateTable('post').where('id', '=', id).where('attempt', '=', attempt)
  const planned = attempted.set({
    state: 'planned',
    attempt: null,
    uncertain_since: uncertainSince,
    cost: null,
    reason: null,
    lookups: 0,
    refused_as_duplicate: 0,
  })
  const { numUpdatedRows: wasAttempting } = await planned.where('state', '=', 'attempting').executeTakeFirst()
  if (wasAttempting === 1n) return 'planned'
  const { numUpdatedRows: wasUnknown } = await planned.where('state', '=', 'unknown').executeTakeFirst()
  if (wasUnknown === 0n) return null
  await enqueueOnce(tx, context, postJob, { accountId, payload: { postId: id } })
  return 'planned'
}

/** Cancels a post that is not on the network and whose entry was withdrawn during the attempt. Returns false for any other post. */
async function cancelWithdrawn(
  tx: Tx,
  context: ActionContext,
  id: string,
  attempt: Attempt,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('post')
    .set({ ...cancelledBy(context), cost: null })
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .where('state', 'in', ['attempting', 'unknown'])
    .where('withdrawal', '=', 'wanted')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Cancels a planned post whose entry is no longer published. Returns false for any other post. */
export async function cancelOfUnpublished(
  tx: Tx,
  context: Pick<ActionContext, 'clock'>,
  { id, entryId }: Post,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('post')
    .set(cancelledBy(context))
    .where('id', '=', id)
    .where('state', '=', 'planned')
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('entry').select('id').where('id', '=', entryId).where('state', '<>', 'published')),
    )
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Records that it is not known whether the network has the post. */
export async function recordUnknown(
  tx: Tx,
  { id }: Post,
  attempt: Attempt,
  error: string,
  isDuplicate = false,
): Promise<void> {
  await tx
    .updateTable('post')
    .set(set => ({
      state: 'unknown',
      reason: reasonFrom(error),
      uncertain_since: set.fn.coalesce('uncertain_since', 'attempted_at'),
      ...(isDuplicate && { refused_as_duplicate: 1 }),
    }))
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .where('state', 'in', ['attempting', 'unknown'])
    .execute()
}

/** Records that the network may have a planned post from an earlier attempt, so that it is looked up before anything else. */
export async function recordDoubt(tx: Tx, { ids }: Pick<ActionContext, 'ids'>, { id }: Post): Promise<void> {
  await tx
    .updateTable('post')
    .set({ state: 'unknown', attempt: ids.next(), lookups: 0 })
    .where('id', '=', id)
    .where('state', '=', 'planned')
    .where('held', 'is', null)
    .execute()
}

/**
 * Records that the post cannot go out as it is. It waits for a person, or is cancelled if its entry was
 * withdrawn. Returns false if something else happened to it first.
 */
export async function recordFailed(
  tx: Tx,
  context: ActionContext,
  post: Post,
  attempt: Attempt | null,
  error: string,
): Promise<boolean> {
  const { id } = post
  if (attempt !== null && (await cancelWithdrawn(tx, context, id, attempt))) return true
  const reason = reasonFrom(error)
  const { numUpdatedRows } = await tx
    .updateTable('post')
    .set({ state: 'failed', reason, cost: null, settled_at: context.clock.now() })
    .where('id', '=', id)
    .where('state', 'in', attempt === null ? ['planned'] : ['attempting', 'unknown'])
    .$if(attempt !== null, query => query.where('attempt', '=', attempt))
    .executeTakeFirst()
  if (numUpdatedRows === 1n) await logMove(tx, context, post, 'post failed', { reason })
  return numUpdatedRows === 1n
}

/** Records that no further attempt is made: a planned post fails, and the outcome of any other post stays unknown until a person settles it. */
export async function giveUpPost(tx: Tx, context: ActionContext, id: string, error: string): Promise<void> {
  const post = await postById(tx, id)
  if (post.state === 'planned') {
    await recordFailed(tx, context, post, null, error)
    return
  }
  await tx
    .updateTable('post')
    .set({ state: 'unknown', reason: reasonFrom(error) })
    .where('id', '=', id)
    .where('state', 'in', ['attempting', 'unknown'])
    .execute()
}

/**
 * Throws `RetryLater` if a transition changed nothing because another process changed the post first. That
 * process may stop at any time, so a job must not end before its post is settled, held or unknown for good.
 */
export function requireMoved({ clock }: Pick<ActionContext, 'clock'>, isMoved: boolean): asserts isMoved {
  if (!isMoved) throw new RetryLater(clock.now() + 1_000, 'The post changed in the meantime.')
}

/** Holds a planned post. Returns false if something else happened to it first. */
export async function hold(tx: Tx, context: ActionContext, post: Post, why: HoldReason): Promise<boolean> {
  const { id } = post
  const { numUpdatedRows } = await tx
    .updateTable('post')
    .set({ held: why })
    .where('id', '=', id)
    .where('state', '=', 'planned')
    .where('held', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 1n) await logMove(tx, context, post, 'post held', { why })
  return numUpdatedRows === 1n
}

/** Writes a transition of a post to the activity log. */
export const logMove = (
  tx: Tx,
  context: ActionContext,
  { id, accountId }: Pick<Post, 'id' | 'accountId'>,
  action: ActivityAction,
  after?: unknown,
): Promise<unknown> => recordActivity(tx, context, action, { accountId, subject: id, after })

const MOST_CHARACTERS = 500

/** A reason to show to people: one short line, since it may quote a network's answer. */
export const reasonFrom = (text: string): string => clip(safeLine(text.slice(0, 2_000)), MOST_CHARACTERS)
