import { type ActionContext, recordActivity } from '#accounts/activity.ts'
import type { Entry } from '#changelog/entries/entry.ts'
import type { Tx } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'
import { safeText } from '#platform/text.ts'
import type { SocialAccount } from '#social/accounts/social-account.ts'
import { type EntryText, type TextContext, textsOf } from './texts.ts'

const LONGEST = 100_000

/**
 * Sets the text of an entry for one social account; null goes back to the proposal. A planned post takes it over; one that failed is
 * planned by `retryPost`. Throws `invalid_parameter` for a text that the network would not take, and `conflict` once it is on its way.
 */
export async function editText(
  tx: Tx,
  context: ActionContext & TextContext,
  entry: Entry,
  account: SocialAccount,
  text: string | null,
): Promise<EntryText> {
  await storeText(tx, context, entry, account, text === null ? null : safeText(text.slice(0, LONGEST)).trim())
  const [after] = await textsOf(tx, context, entry, [account])
  if (!after) throw new Error('There is one text for each account.')
  if (text !== null && after.check.faults.length > 0)
    throw new AppError(
      'invalid_parameter',
      `${account.profile.handle} cannot post this. ${after.check.faults.join(' ')}`,
    )
  await tx
    .updateTable('post')
    .set({ text: after.text })
    .where('entry_id', '=', entry.id)
    .where('social_account_id', '=', account.id)
    .where('state', 'in', ['planned', 'failed'])
    .execute()
  return after
}

async function storeText(
  tx: Tx,
  { clock, ids, actor }: ActionContext,
  entry: Entry,
  account: SocialAccount,
  text: string | null,
): Promise<void> {
  const before = await tx
    .selectFrom('post_text')
    .select('text')
    .where('entry_id', '=', entry.id)
    .where('social_account_id', '=', account.id)
    .executeTakeFirst()
  const key = { entry_id: entry.id, social_account_id: account.id }
  const values = { text: text ?? '', changed_by: actor, changed_at: clock.now() }
  if (text === null) {
    await tx
      .deleteFrom('post_text')
      .where('entry_id', '=', entry.id)
      .where('social_account_id', '=', account.id)
      .execute()
  } else {
    await tx
      .insertInto('post_text')
      .values({ ...key, ...values })
      .onConflict(conflict => conflict.columns(['entry_id', 'social_account_id']).doUpdateSet(values))
      .execute()
  }
  await recordActivity(tx, clock, ids, {
    ...{ accountId: entry.accountId, actor, action: 'post text edited', subject: entry.id },
    ...{ before: { text: before?.text ?? null }, after: { social_account: account.id, text } },
  })
}
