import { type ActionContext, recordActivity } from '#accounts/activity.ts'
import type { Reader, Tx } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'

const MAX_DELAY_MS = 86_400_000

/** How long posts wait after their entry was published, in milliseconds: at first as long as a feed may be cached, so that an entry that is withdrawn at once was hardly seen. */
export async function postDelay(db: Reader, accountId: string): Promise<number> {
  const row = await db
    .selectFrom('account')
    .select('post_delay_ms')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  return row.post_delay_ms
}

/** Throws `invalid_parameter` for a time that is negative or longer than a day. */
export async function changePostDelay(
  tx: Tx,
  context: ActionContext,
  accountId: string,
  delayMs: number,
): Promise<void> {
  if (!Number.isInteger(delayMs) || delayMs < 0 || delayMs > MAX_DELAY_MS)
    throw new AppError('invalid_parameter', 'The delay of posts is from nothing to one day.')
  const before = await postDelay(tx, accountId)
  await tx.updateTable('account').set({ post_delay_ms: delayMs }).where('id', '=', accountId).execute()
  await recordActivity(tx, context, 'post delay changed', {
    accountId,
    before: { delayMs: before },
    after: { delayMs },
  })
}
