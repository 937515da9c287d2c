import type { ActionContext } from '#accounts/activity.ts'
import type { Entry, PublishedEntry } from '#changelog/entries/entry.ts'
import type { EntryContext, EntryEffects } from '#changelog/entries/entry-effects.ts'
import { entryById } from '#changelog/entries/store.ts'
import { MINUTE_MS } from '#platform/clock.ts'
import type { Reader, Tx } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'
import type { WriteContext } from '#platform/ids.ts'
import { enqueue, enqueueOnce } from '#platform/jobs/queue.ts'
import { listSocialAccounts, type SocialAccount, socialAccountById } from '#social/accounts/social-account.ts'
import { postJob, withdrawPostJob, writePostJob } from '#social/jobs.ts'
import { publicWords } from '#social/texts/link.ts'
import { postAnswerFor } from '#social/texts/post-words.ts'
import { cancelledBy, isCancelledWithEntry, type Post, postsOfEntry } from './post.ts'
import { type EntryText, type TextOptions, textsOf } from './texts.ts'

/** How long posts wait after their entry was published: as long as a feed may be cached, so that hardly anybody saw what is withdrawn at once. */
const POST_DELAY_MS = 5 * MINUTE_MS

/** Plans, checks and cancels posts when entries change. */
export const postEffects = (context: TextOptions): EntryEffects => ({
  queued: (tx, action, entry) => requirePostable(tx, action, context, entry),
  async edited(tx, action, entry) {
    if (entry.state === 'queued') await requirePostable(tx, action, context, entry)
    if (entry.state !== 'published') return
    if (await refreshPlanned(tx, context, entry)) await requestWords(tx, action, context, entry)
    await refreshEdition(tx, context, entry)
  },
  async published(tx, action, entry, before) {
    await planPosts(tx, action, context, entry, before)
    await refreshEdition(tx, context, entry)
  },
  async withdrawn(tx, action, entry, before) {
    await cancelPosts(tx, action, entry)
    await refreshEdition(tx, context, before)
  },
})

/** Updates the waiting posts of the edition that an entry is in or has just left, since they name what is in it. */
async function refreshEdition(tx: Tx, context: TextOptions, { edition: place }: Entry): Promise<void> {
  if (place === null) return
  const edition = await entryById(tx, place.id)
  if (edition.state === 'published') await refreshPlanned(tx, context, edition)
}

/** Has the writer word the entry's posts, once for each state of the entry's words, if the account has a writer. Nothing waits for it. */
export async function requestWords(
  tx: Tx,
  action: WriteContext,
  context: Pick<TextOptions, 'hasWriter'>,
  entry: Entry,
): Promise<void> {
  const { id, accountId, language } = entry
  if (!(await context.hasWriter(tx, accountId))) return
  if ((await postAnswerFor(tx, id, { ...(await publicWords(tx, entry)), language })) !== null) return
  await enqueueOnce(tx, action, writePostJob, { accountId, payload: { entryId: id } })
}

/** Throws for a text that cannot be posted, while a person is there to change it. */
async function requirePostable(
  tx: Tx,
  action: ActionContext,
  context: TextOptions,
  entry: Entry,
): Promise<void> {
  const texts = await automaticTexts(tx, context, entry)
  const faults = texts.flatMap(({ account, check }) =>
    check.faults.map(fault => `${account.profile.handle}: ${fault}`),
  )
  if (faults.length > 0)
    throw new AppError('invalid_parameter', `The entry cannot be posted as it is. ${faults.join(' ')}`)
  if (texts.some(({ isEdited }) => !isEdited)) await requestWords(tx, action, context, entry)
}

/** The posts of an entry that go out without a person's request. */
async function automaticTexts(tx: Tx, context: TextOptions, entry: Entry): Promise<EntryText[]> {
  // The post of an edition covers its entries too.
  if (entry.edition !== null && entry.state === 'published') return []
  if (await isHistory(tx, entry)) return []
  const accounts = (await listSocialAccounts(tx, entry.accountId)).filter(
    account => account.setId === entry.setId && isAutomatic(account, entry),
  )
  return accounts.length === 0 ? [] : textsOf(tx, context, entry, accounts)
}

/** Whether the account posts entries of this magnitude without a person. */
export const isAutomatic = ({ settings: { rule } }: SocialAccount, { magnitude }: Entry): boolean =>
  rule === 'everything' || (rule === 'minor' && magnitude !== 'patch')

/** Whether an entry is history, which is not posted: it was imported, or it is a group or an edition of nothing but history. */
export async function isHistory(db: Reader, { id, origin, ingestMode, state }: Entry): Promise<boolean> {
  if (origin === 'import') return true
  // The entries of an edition are not final until it goes out.
  if (origin === 'edition' && (state === 'draft' || state === 'queued')) return false
  if (origin === 'pull-request') return ingestMode === 'past'
  const row = await db
    .selectFrom('entry')
    .select('id')
    .where(where => where.or([where('merged_into', '=', id), where('edition_id', '=', id)]))
    .where('ingest_mode', '=', 'live')
    .limit(1)
    .executeTakeFirst()
  return row === undefined
}

async function planPosts(
  tx: Tx,
  action: EntryContext,
  context: TextOptions,
  entry: PublishedEntry,
  was: Entry,
): Promise<void> {
  await keepPosts(tx, entry.id)
  const texts = await automaticTexts(tx, context, entry)
  if (texts.length === 0) return
  const before = await postsByAccount(tx, entry.id)
  // Readers were told of what is published again: only posts that its withdrawal cancelled go out. What a person gave up or held back does not.
  const isMissing = (posts: Pick<Post, 'state' | 'reason'>[] = []) =>
    posts.every(isCancelledWithEntry) && (was.state !== 'withdrawn' || posts.length > 0)
  const at = action.clock.now() + POST_DELAY_MS
  const planned = texts.filter(text => isMissing(before.get(text.account.id)))
  for (const text of planned) await planPost(tx, action, entry, text, at)
  if (planned.some(({ isEdited }) => !isEdited)) await requestWords(tx, action, context, entry)
}

/** Keeps the posts of an entry that is published again, unless they have been removed already. */
async function keepPosts(tx: Tx, entryId: string): Promise<void> {
  const wanted = tx.updateTable('post').where('entry_id', '=', entryId).where('withdrawal', 'is not', null)
  await wanted.set({ withdrawal: null, reason: null }).where('state', '=', 'posted').execute()
  await wanted.set({ withdrawal: null }).where('state', 'in', ['attempting', 'unknown']).execute()
}

/** An entry's posts by social account. Where one is or may be published, a second one needs a person's request. */
async function postsByAccount(db: Reader, entryId: string) {
  const rows = await db
    .selectFrom('post')
    .select(['social_account_id', 'state', 'reason'])
    .where('entry_id', '=', entryId)
    .execute()
  return Map.groupBy(rows, row => row.social_account_id)
}

/**
 * Stores a post and enqueues its job; a post with a `fault` waits for a person instead. Returns the post's
 * id. Throws `conflict` if there is one already.
 */
export async function planPost(
  tx: Tx,
  { clock, ids }: ActionContext,
  { id: entryId, accountId }: Entry,
  { account, text, check }: EntryText,
  at: number,
  fault = check.faults.join(' '),
): Promise<string> {
  const id = ids.next()
  const isFit = fault === ''
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('post')
    .values({
      id,
      account_id: accountId,
      entry_id: entryId,
      social_account_id: account.id,
      state: isFit ? 'planned' : 'failed',
      text,
      due_at: at,
      held: null,
      attempt: null,
      attempted_at: null,
      attempts: 0,
      lookups: 0,
      cost: null,
      remote_id: null,
      remote_url: null,
      reason: isFit ? null : fault,
      withdrawal: null,
      created_at: clock.now(),
      settled_at: null,
    })
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows !== 1n)
    throw new AppError('conflict', `This entry already has a post for ${account.profile.handle}.`)
  // The job is due at once. Its first run postpones it until the post's time; waiting as a new job it would
  // hold up the account's other jobs.
  if (isFit) await enqueue(tx, { clock, ids }, postJob, { accountId, payload: { postId: id } })
  return id
}

/**
 * Updates the texts of posts that have not gone out, except those that a person wrote and those whose new
 * text would not fit. Returns whether there is a text that no person wrote.
 */
export async function refreshPlanned(tx: Tx, context: TextOptions, entry: Entry): Promise<boolean> {
  const planned = (await postsOfEntry(tx, entry.id)).filter(post => post.state === 'planned')
  if (planned.length === 0) return false
  const accounts = await Promise.all(planned.map(post => socialAccountById(tx, post.socialAccountId)))
  const texts = await textsOf(tx, context, entry, accounts)
  for (const { account, text, check } of texts) {
    if (check.faults.length > 0) continue
    await tx
      .updateTable('post')
      .set({ text })
      .where('entry_id', '=', entry.id)
      .where('social_account_id', '=', account.id)
      .where('state', '=', 'planned')
      .execute()
  }
  return texts.some(({ isEdited }) => !isEdited)
}

/**
 * Cancels posts that have not gone out, and withdraws those that have. A post that is being sent is marked,
 * so that it is withdrawn once its outcome is known.
 */
async function cancelPosts(tx: Tx, context: EntryContext, { id, accountId, state }: Entry): Promise<void> {
  const open = tx.updateTable('post').where('entry_id', '=', id).where('state', 'in', ['planned', 'failed'])
  const happened =
    state === 'withdrawn' ? 'its entry was withdrawn' : 'the publication of its entry was undone'
  await open
    .set({ ...cancelledBy(context), reason: `A person held it back, and ${happened}.` })
    .where('held', '=', 'by hand')
    .execute()
  await open.set(cancelledBy(context)).execute()
  const started = await tx
    .updateTable('post')
    .set({ withdrawal: 'wanted' })
    .where('entry_id', '=', id)
    .where('state', 'in', ['attempting', 'unknown', 'posted'])
    .returning(['id', 'state'])
    .execute()
  for (const post of started)
    if (post.state === 'posted')
      await enqueueOnce(tx, context, withdrawPostJob, { accountId, payload: { postId: post.id } })
}
