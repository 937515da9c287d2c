import type { Tx } from '#platform/db/schema.ts'
import type { WriteContext } from '#platform/ids.ts'
import { enqueueOnce } from '#platform/jobs/queue.ts'
import { postJob, withdrawPostJob } from '#social/jobs.ts'

/**
 * Why a planned post is held. `reconnect`: until its social account is reconnected; `late`: its time passed
 * too long ago; `by hand`: a person holds it; `budget`: it costs more than the rest of the month's budget.
 */
export type HoldReason = 'reconnect' | 'late' | 'by hand' | 'budget'

/** Continues everything that waited for the social account to be reconnected: planned posts, unknown outcomes and withdrawals. */
export async function releaseHeldPosts(
  tx: Tx,
  context: WriteContext,
  socialAccountId: string,
): Promise<void> {
  const waiting = await tx
    .selectFrom('post')
    .select(['id', 'account_id', 'state'])
    .where('social_account_id', '=', socialAccountId)
    .where(where =>
      where.or([
        where.and([where('state', '=', 'planned'), where('held', '=', 'reconnect')]),
        where('state', 'in', ['unknown', 'attempting']),
        where.and([where('state', '=', 'posted'), where('withdrawal', '=', 'wanted')]),
      ]),
    )
    .execute()
  for (const { id, account_id: accountId, state } of waiting) {
    await tx
      .updateTable('post')
      .set({ held: null })
      .where('id', '=', id)
      .where('held', '=', 'reconnect')
      .execute()
    const job = state === 'posted' ? withdrawPostJob : postJob
    await enqueueOnce(tx, context, job, { accountId, payload: { postId: id } })
  }
}
