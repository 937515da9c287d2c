import { accountById, lockAccount } from '#accounts/account.ts'
import { type ActionContext, recordActivity } from '#accounts/activity.ts'
import type { Entry } from '#changelog/entries/entry.ts'
import type { Reader, Tx } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'
import { safeText } from '#platform/text.ts'
import { refused } from '#social/accounts/connect.ts'
import { withClient } from '#social/accounts/health.ts'
import type { SocialAccount } from '#social/accounts/social-account.ts'
import type { SocialContext } from '#social/context.ts'
import { NetworkFailure } from '#social/network.ts'
import { languageOf } from './outgoing.ts'
import { type PostState, postsOfEntry } from './post.ts'
import { type EntryText, postTextOf, requireFit, type TextOptions } from './texts.ts'

const LONGEST = 100_000

/**
 * Changes the text of an entry for one social account. If the post is published and its network can edit, the
 * text changes there too. Null restores the proposal. Throws `invalid_parameter` for a text that the network
 * would not accept, and `conflict` if the text cannot be changed, or is another person's that was not seen.
 */
export async function changeText(
  context: SocialContext,
  entry: Entry,
  account: SocialAccount,
  text: string | null,
  seen?: string,
): Promise<EntryText> {
  const { db } = context
  const post = (await postsOfEntry(db.read, entry.id)).find(
    ({ state, socialAccountId }) => socialAccountId === account.id && isThere.includes(state),
  )
  if (!post) return db.write(tx => editText(tx, context, entry, account, text, seen))
  if (post.state !== 'posted' || post.reference === null) throw new AppError('conflict', ON_ITS_WAY)
  const { title } = await context.networks[account.network]()
  const { reference } = post
  await requireSeen(db.read, context, entry, account, seen)
  const after = await checkedText(db.read, context, entry, account, text)
  await withClient(context, account, async client => {
    if (client.edit === null)
      throw new AppError('conflict', `${title} cannot change a post. Withdraw it and post it again.`)
    const language = languageOf(account, entry, await accountById(db.read, entry.accountId))
    await client.edit(reference, { text: after.text, language })
  }).catch(refusedEdit)
  await db.write(async tx => {
    await storeText(tx, context, entry, account, after.isEdited ? after.text : null)
    await tx.updateTable('post').set({ text: after.text }).where('id', '=', post.id).execute()
  })
  return after
}

const ON_ITS_WAY = 'The post is on its way, so its text cannot be changed now.'
const isThere: readonly PostState[] = ['attempting', 'unknown', 'posted']

function refusedEdit(error: unknown): never {
  const sentence = 'The network did not change the post.'
  if (!(error instanceof NetworkFailure)) return refused(error, sentence)
  throw new AppError('conflict', `${sentence} ${error.message}`, { cause: error })
}

/**
 * Sets the text of an entry that has not been posted. A planned post takes it over, and `retryPost` sends it
 * for a failed one. Throws `conflict` if the post is no longer waiting.
 */
export async function editText(
  tx: Tx,
  context: ActionContext & TextOptions,
  entry: Entry,
  account: SocialAccount,
  text: string | null,
  seen?: string,
): Promise<EntryText> {
  await requireSeen(await lockAccount(tx, entry.accountId), context, entry, account, seen)
  const after = await checkedText(tx, context, entry, account, text)
  await storeText(tx, context, entry, account, after.isEdited ? after.text : null)
  await tx
    .updateTable('post')
    .set({ text: after.text })
    .where('entry_id', '=', entry.id)
    .where('social_account_id', '=', account.id)
    .where('state', 'in', ['planned', 'failed'])
    .execute()
  // The update above prevents a waiting post from being sent before this transaction ends.
  const posts = await postsOfEntry(tx, entry.id)
  if (posts.some(({ state, socialAccountId }) => socialAccountId === account.id && isThere.includes(state)))
    throw new AppError('conflict', ON_ITS_WAY)
  return after
}

/** Throws `conflict` if the text is a person's and not the one that was seen. */
async function requireSeen(
  db: Reader,
  context: TextOptions,
  entry: Entry,
  account: SocialAccount,
  seen: string | undefined,
): Promise<void> {
  if (seen === undefined) return
  const { text, isEdited } = await postTextOf(db, context, entry, account)
  if (isEdited && text !== seen)
    throw new AppError('conflict', 'The text has changed since. Nothing was changed; reload it.')
}

/** The text in the form in which it is stored; the proposal for null. */
async function checkedText(
  db: Reader,
  context: TextOptions,
  entry: Entry,
  account: SocialAccount,
  text: string | null,
): Promise<EntryText> {
  const written = text === null ? null : safeText(text.slice(0, LONGEST)).trim()
  const after = await postTextOf(db, context, entry, account, written)
  return after.isEdited ? requireFit(after) : after
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
  await recordActivity(tx, { clock, ids, actor }, 'post text edited', {
    accountId: entry.accountId,
    subject: entry.id,
    before: { text: before?.text ?? null },
    after: { social_account: account.id, text },
  })
}
