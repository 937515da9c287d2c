import { isDeepStrictEqual } from 'node:util'
import { lockAccount } from '#accounts/account.ts'
import { type ActionContext, asItem, recordActivity } from '#accounts/activity.ts'
import type { ActivityAction } from '#accounts/activity-actions.ts'
import { touchFeeds } from '#accounts/feed-revision.ts'
import { requireSet } from '#accounts/sets.ts'
import { refreshHighlights } from '#changelog/ledger/highlight-projection.ts'
import { refreshPlaces } from '#changelog/ledger/places.ts'
import type { Instant } from '#platform/clock.ts'
import { VALUES_PER_STATEMENT } from '#platform/db/database.ts'
import type { Reader, Tx } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'
import { chunksOf, withTurns } from '#platform/iterables.ts'
import type { StoredPitch } from '#writing/pitches.ts'
import { updateCoverage } from './covered-pulls.ts'
import { dateEditionChange, enqueueEditionWording, hasEntries } from './edition-place.ts'
import * as moves from './entry.ts'
import { type Entry, isUntouched, requireState } from './entry.ts'
import type { EntryContext, EntryEffects } from './entry-effects.ts'
import { changedFields, editableFields } from './history.ts'
import { clearPublishFailure } from './publish-failures.ts'
import {
  type EntryPrecondition,
  entryById,
  entryIfUnchanged,
  isLive,
  pullRequestIdsOf,
  updateEntry,
} from './store.ts'

/**
 * Publishes an entry by itself, now or with the date `at` for imported history; files it under a set if one is given. Throws `conflict` for
 * an edition that has not gone out before: use `publishEdition`, which publishes its entries too.
 */
export async function publishEntry(
  tx: Tx,
  context: EntryContext,
  id: string,
  { at, setId, ...precondition }: EntryPrecondition & { at?: Instant; setId?: string } = {},
): Promise<Entry> {
  return publishStored(tx, context, await entryIfUnchanged(tx, id, precondition), { at, setId })
}

/** Like `publishEntry`, for an entry that was read in this transaction. */
export async function publishStored(
  tx: Tx,
  context: EntryContext,
  stored: Entry,
  { at, setId }: { at?: Instant | undefined; setId?: string | undefined } = {},
): Promise<Entry> {
  const before = requireState(stored, 'published', 'draft', 'queued', 'withdrawn')
  if (before.origin === 'edition' && before.state !== 'withdrawn')
    throw new AppError('conflict', 'An edition is published with its entries.')
  if (before.origin === 'edition' && !(await hasEntries(tx, before.id, 'withdrawn')))
    throw new AppError('conflict', 'There is nothing in this edition any more, so it is not published again.')
  const filed = { ...(await filedUnder(tx, before, setId)), edition: null }
  const after =
    filed.state === 'withdrawn' ? moves.republish(filed) : moves.publish(filed, at ?? context.clock.now())
  return saveEntry(tx, context, 'published', before, after)
}

/** The entry under another set, or under none (null); as it is without one. Throws `conflict` for an edition, and `not_found` for an unknown set. */
export async function filedUnder<E extends Entry>(
  db: Reader,
  entry: E,
  setId: string | null | undefined,
): Promise<E> {
  if (setId === undefined) return entry
  if (setId !== null && entry.origin === 'edition')
    throw new AppError('conflict', 'An edition belongs to no set; its entries may.')
  if (setId !== null) await requireSet(db, entry.accountId, setId)
  return { ...entry, setId }
}

/**
 * Removes a published entry from the feeds, and from the edition that it was published with, which is withdrawn with its last entry. Its pull
 * requests stay promoted, so that they are not announced twice by accident. Locks the account, so that no post of the entry is planned meanwhile.
 */
export async function withdrawEntry(
  tx: Tx,
  context: EntryContext,
  id: string,
  precondition: EntryPrecondition = {},
): Promise<Entry> {
  const before = requireState(await entryIfUnchanged(tx, id, precondition), 'withdrawn', 'published')
  await lockAccount(tx, before.accountId)
  const together = asItem(context, id)
  const after = moves.withdraw({ ...before, edition: null })
  const withdrawn = await saveEntry(tx, together, 'withdrawn', before, after)
  const left = before.edition && (await entryById(tx, before.edition.id))
  if (left?.state !== 'published') return withdrawn
  if (await hasEntries(tx, left.id, 'published'))
    await dateEditionChange(tx, left.id, Math.max(context.clock.now(), before.updatedAt))
  else await saveEntry(tx, together, 'withdrawn', left, moves.withdraw(left))
  return withdrawn
}

/** Dismisses a draft or queued entry. Throws `conflict` for an edition: leave its entries out instead. */
export async function dismissEntry(
  tx: Tx,
  context: EntryContext,
  id: string,
  precondition: EntryPrecondition = {},
): Promise<Entry> {
  const before = requireState(await entryIfUnchanged(tx, id, precondition), 'dismissed', 'draft', 'queued')
  if (before.origin === 'edition')
    throw new AppError('conflict', 'An edition is not dismissed: leave out what should not go out with it.')
  return saveEntry(tx, context, 'dismissed', before, moves.dismiss(before))
}

/** Makes a dismissed entry a draft again. Throws `conflict` if its pull requests were reverted or are in another entry. */
export async function restoreEntry(
  tx: Tx,
  context: EntryContext,
  id: string,
  precondition: EntryPrecondition = {},
): Promise<Entry> {
  const before = requireState(await entryIfUnchanged(tx, id, precondition), 'restored', 'dismissed')
  await requireNotReverted(tx, id)
  return saveEntry(tx, context, 'restored', before, moves.restore(before))
}

/** An entry before and after a change. `pitch` is what its words were written from, if the change replaces that too. */
export interface Transition<E extends Entry = Entry, B extends Entry = Entry> {
  before: B
  after: E
  pitch?: StoredPitch | undefined
}

/**
 * Stores a changed entry and everything that follows from the change, in one transaction: ledger, feeds, promotion, activity log and the
 * effects of other modules. `pitch` is what its words were written from, if the change replaces that too. Returns the stored entry. Throws
 * `conflict` if it was changed since `before` was read.
 */
export async function saveEntry<E extends Entry>(
  tx: Tx,
  context: EntryContext,
  action: ActivityAction,
  before: Entry,
  after: E,
  pitch?: StoredPitch,
): Promise<E> {
  const [stored] = await saveEntries(tx, context, action, [{ before, after, pitch }])
  return stored as E
}

/**
 * Like `saveEntry`, for entries of one account that change together: feeds and ledger change once. Each entry
 * has a line in the activity log, and its effects see the other entries as stored after the change.
 */
export async function saveEntries<E extends Entry>(
  tx: Tx,
  context: EntryContext,
  action: ActivityAction,
  changes: readonly Transition<E>[],
): Promise<E[]> {
  const saved: Transition<E>[] = []
  for await (const change of withTurns(changes))
    saved.push({ ...change, after: await storeRow(tx, context, change) })
  await followPulls(tx, context, saved)
  if (saved[0]) await enqueueEditionWording(tx, context, saved[0].after.accountId)
  const read = saved.filter(({ before, after }) => changesFeed(before, after))
  const sets = read.flatMap(({ before, after }) => [before.setId, after.setId])
  if (read[0]) await touchFeeds(tx, context.clock, read[0].after.accountId, { sets })
  // Effects are not decisions of a person, and an undo causes them again, so they are not recorded as part of the change.
  const following = { ...context, change: undefined }
  for await (const change of withTurns(saved)) {
    await recordChange(tx, context, action, change)
    for (const effects of context.effects)
      await callEffect(effects, tx, following, change.before, change.after)
  }
  return saved.map(({ after }) => after)
}

async function storeRow<E extends Entry>(
  tx: Tx,
  context: EntryContext,
  { before, after: next }: Transition<E>,
): Promise<E> {
  const current = before.state === 'dismissed' ? await inCurrentWords(tx, context, next) : next
  const after = await updateEntry(tx, before, leavingSchedule(before, current))
  if (before.state === 'queued') await clearPublishFailure(tx, after.id)
  if (isLive(before) !== isLive(after)) await updateCoverage(tx, after)
  return after
}

/** An untouched draft that comes back has the words and the kind of its pull request as it is now: its host may have changed it meanwhile. */
async function inCurrentWords<E extends Entry>(tx: Tx, { clock }: EntryContext, draft: E): Promise<E> {
  if (!isUntouched(draft) || draft.origin !== 'pull-request') return draft
  const found = await tx
    .selectFrom('pull_request as pull')
    .innerJoin('decision', 'decision.id', 'pull.decision_id')
    .innerJoin('pitch', 'pitch.pull_request_id', 'pull.id')
    .select(['pitch.headline', 'pitch.body', 'pitch.needs_words', 'decision.kind', 'decision.magnitude'])
    .where('pull.id', '=', draft.primaryPullRequestId)
    .where('decision.visibility', '=', 'user-facing')
    .executeTakeFirst()
  if (!found) return draft
  const { headline: title, body, needs_words: needsWords, kind, magnitude } = found
  const words = { title, body, machineTitle: title, machineBody: body, needsWords, kind, magnitude }
  const after = { ...draft, ...words }
  return isDeepStrictEqual(draft, after) ? draft : { ...after, updatedAt: clock.now() }
}

/**
 * Marks the pull requests of newly published entries as announced, and moves the pull requests of all entries
 * to their places in the ledger.
 */
async function followPulls(tx: Tx, context: EntryContext, changes: readonly Transition[]): Promise<void> {
  const published = changes.filter(({ before, after }) => isPublished(after) && !isPublished(before))
  const pullsOf = (some: readonly Transition[]) => pullRequestIdsOf(tx, ...some.map(({ after }) => after.id))
  for (const chunk of chunksOf(await pullsOf(published), VALUES_PER_STATEMENT))
    await markPromoted(tx, context, chunk)
  for (const chunk of chunksOf(await pullsOf(changes), VALUES_PER_STATEMENT)) await refreshPlaces(tx, chunk)
}

const isPublished = ({ state }: Entry): boolean => state === 'published'

async function recordChange(
  tx: Tx,
  context: EntryContext,
  action: ActivityAction,
  { before, after, pitch }: Transition,
): Promise<void> {
  const fields = changedFields(before, after)
  const left = after.edition === null && before.edition !== null && { leftEdition: before.edition }
  await recordActivity(tx, context, action, {
    accountId: after.accountId,
    subject: after.id,
    version: after.version,
    topic: 'entries',
    before: { ...fields.before, ...left, ...(pitch && { pitch }) },
    after: fields.after,
  })
}

/** Calls the effect of the change from `before` to `after`, if there is one. */
async function callEffect(
  effects: EntryEffects,
  tx: Tx,
  context: EntryContext,
  before: Entry,
  after: Entry,
): Promise<void> {
  if (before.state === 'published' && after.state !== 'published')
    await effects.withdrawn?.(tx, context, after, before)
  else if (after.state === 'queued' && before.state !== 'queued')
    await effects.queued?.(tx, context, after, before)
  else if (after.state === 'published' && before.state !== 'published')
    await effects.published?.(tx, context, after, before)
  else if (after.state === before.state && !isDeepStrictEqual(editableFields(before), editableFields(after)))
    await effects.edited?.(tx, context, after, before)
}

/** An entry that moves to another set keeps its time, but not as a time of the schedule. */
const leavingSchedule = <E extends Entry>(before: Entry, next: E): E =>
  before.state === 'queued' && next.state === 'queued' && before.setId !== next.setId
    ? { ...next, ...moves.leaveSchedule(next) }
    : next

/** Whether readers of the feeds see the change. */
const changesFeed = (before: Entry, after: Entry): boolean =>
  (before.state === 'published' || after.state === 'published') &&
  (before.state !== after.state || !isDeepStrictEqual(editableFields(before), editableFields(after)))

/** Throws `conflict` for an entry that was ungrouped, or whose pull requests were reverted. */
async function requireNotReverted(tx: Tx, entryId: string): Promise<void> {
  const rows = await tx
    .selectFrom('entry_pull_request as link')
    .innerJoin('pull_request as pull', 'pull.id', 'link.pull_request_id')
    .select('pull.reverted_at')
    .where('link.entry_id', '=', entryId)
    .execute()
  if (rows.length === 0)
    throw new AppError('conflict', 'This entry was ungrouped. Its drafts were restored instead.')
  if (rows.some(row => row.reverted_at !== null))
    throw new AppError('conflict', 'A pull request of this entry was reverted.')
}

/** Marks pull requests as announced, unless they already are. Returns how many were not. */
export async function markPromoted(
  tx: Tx,
  { clock, actor }: ActionContext,
  pullRequestIds: readonly string[],
): Promise<number> {
  if (pullRequestIds.length === 0) return 0
  const { numUpdatedRows } = await tx
    .updateTable('pull_request')
    .set({ promoted_at: clock.now(), promoted_by: actor })
    .where('id', 'in', pullRequestIds)
    .where('promoted_at', 'is', null)
    .executeTakeFirst()
  await refreshHighlights(tx, pullRequestIds)
  return Number(numUpdatedRows)
}
