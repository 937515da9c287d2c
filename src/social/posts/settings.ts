import { type ActionContext, recordActivity } from '#accounts/activity.ts'
import type { Reader, Tx } from '#platform/db/schema.ts'

/**
 * How long posts wait after their entry was published, in milliseconds. The default is as long as a feed may
 * be cached, so that hardly anybody saw an entry that is withdrawn at once.
 */
export async function postDelay(db: Reader, accountId: string): Promise<number> {
  const row = await db
    .selectFrom('account')
    .select('post_delay_ms')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  return row.post_delay_ms
}

export async function changePostDelay(
  tx: Tx,
  context: ActionContext,
  accountId: string,
  delayMs: number,
): Promise<void> {
  const before = await postDelay(tx, accountId)
  await tx.updateTable('account').set({ post_delay_ms: delayMs }).where('id', '=', accountId).execute()
  await recordActivity(tx, context, 'post delay changed', {
    accountId,
    before: { delayMs: before },
    after: { delayMs },
  })
}
