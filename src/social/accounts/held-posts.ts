import type { Tx } from '#platform/db/schema.ts'
import type { WriteContext } from '#platform/ids.ts'
import { enqueueOnce } from '#platform/jobs/queue.ts'
import { postJob, withdrawPostJob } from '#social/jobs.ts'

/**
 * Why a planned post waits. `reconnect`: for its social account; `late`: its time passed too long ago; `by hand`: a person
 * held it; `budget`: it costs more than what is left for the month.
 */
export type HoldReason = 'reconnect' | 'late' | 'by hand' | 'budget'

/** Continues what waited for the social account to be reconnected: planned posts, unknown outcomes and withdrawals. */
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
