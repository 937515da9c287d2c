import type { ActivityAction } from '#accounts/activity-actions.ts'
import { refreshPlaces } from '#changelog/ledger/places.ts'
import { standingDecisions } from '#judgement/classification/decisions.ts'
import type { Tx } from '#platform/db/schema.ts'
import { cancelledMerges } from '#pulls/cancelled-merges.ts'
import { revertCandidates } from '#pulls/revert-candidates.ts'
import { dismiss, type Entry, isUntouched, requireState, restore, unqueue } from './entry.ts'
import type { EntryContext } from './entry-effects.ts'
import { entryFrom, liveEntriesOf } from './store.ts'
import { saveEntry } from './transitions.ts'

/**
 * Updates entries and ledger for a repository's reverts. Reverted pull requests and their reverts are marked; their drafts and queued
 * entries are dismissed, a group loses them and is flagged for review, a published entry stays and is flagged. A revert of a revert
 * restores what was there before. All recorded reverts are considered, so the order of merges does not matter and repeating this
 * changes nothing. Returns the reinstated pull requests that have no entry to restore.
 */
export async function applyReverts(tx: Tx, context: EntryContext, repositoryId: string): Promise<string[]> {
  const { marked, back } = await markReverted(tx, context, repositoryId)
  await removeReverted(tx, context, marked)
  const without = await restoreReinstated(tx, context, back)
  await refreshPlaces(tx, [...marked, ...back])
  return without
}

async function markReverted(tx: Tx, context: EntryContext, repositoryId: string) {
  const candidates = await revertCandidates(tx, repositoryId)
  const cancelled = cancelledMerges(candidates)
  const idsOf = (merges: Iterable<{ id: string }>) => [...merges].map(merge => merge.id)
  const marked = idsOf([...cancelled].filter(merge => merge.revertedAt === null))
  const back = idsOf(candidates.filter(merge => merge.revertedAt !== null && !cancelled.has(merge)))
  await mark(tx, marked, context.clock.now())
  await mark(tx, back, null)
  return { marked, back }
}

async function mark(tx: Tx, ids: readonly string[], revertedAt: number | null): Promise<void> {
  if (ids.length === 0) return
  await tx.updateTable('pull_request').set({ reverted_at: revertedAt }).where('id', 'in', ids).execute()
}

const LOST = 'lost what was reverted'

/** Removes newly reverted pull requests from their entries. */
async function removeReverted(
  tx: Tx,
  context: EntryContext,
  pullRequestIds: readonly string[],
): Promise<void> {
  if (pullRequestIds.length === 0) return
  const entries = await liveEntriesOf(tx, pullRequestIds)
  for (const entry of distinct(entries.values())) await removeFromEntry(tx, context, entry)
  await detachGroupedDrafts(tx, context, pullRequestIds)
}

/** Removes duplicates, by id. */
export const distinct = (entries: Iterable<Entry>): Entry[] => [
  ...new Map([...entries].map(entry => [entry.id, entry])).values(),
]

async function removeFromEntry(tx: Tx, context: EntryContext, entry: Entry): Promise<void> {
  if (entry.state === 'published') {
    await saveEntry(tx, context, 'reverted after publication', entry, { ...entry, flag: 'reverted' })
    return
  }
  const { kept, reverted } = await coveredBy(tx, entry.id)
  if (kept.length > 0) {
    await removeCovered(tx, context, entry, { kept, gone: reverted, action: LOST })
    return
  }
  const open = requireState(entry, 'dismissed', 'draft', 'queued')
  await saveEntry(tx, context, 'dismissed', entry, { ...dismiss(open), flag: 'reverted' })
}

/** Removes pull requests from a group that keeps others, and flags it for review, because its words may still describe the removed ones. */
export async function removeCovered(
  tx: Tx,
  context: EntryContext,
  entry: Entry,
  { kept, gone, action }: { kept: readonly string[]; gone: readonly string[]; action: ActivityAction },
): Promise<void> {
  await uncover(tx, entry.id, gone)
  const [first = ''] = kept
  const primaryPullRequestId = kept.includes(entry.primaryPullRequestId ?? '')
    ? entry.primaryPullRequestId
    : first
  const draft = entry.state === 'queued' ? unqueue(entry) : entry
  await saveEntry(tx, context, action, entry, { ...draft, primaryPullRequestId, flag: 'review' })
}

const uncover = (tx: Tx, entryId: string, pullRequestIds: readonly string[]) =>
  tx
    .deleteFrom('entry_pull_request')
    .where('entry_id', '=', entryId)
    .where('pull_request_id', 'in', pullRequestIds)
    .execute()

/** The pull requests of an entry in merge order, split by whether they are reverted. */
async function coveredBy(tx: Tx, entryId: string): Promise<{ kept: string[]; reverted: string[] }> {
  const rows = await tx
    .selectFrom('entry_pull_request as link')
    .innerJoin('pull_request as pull', 'pull.id', 'link.pull_request_id')
    .select(['pull.id', 'pull.reverted_at'])
    .where('link.entry_id', '=', entryId)
    .orderBy('pull.merged_at')
    .orderBy('pull.id')
    .execute()
  const ids = (isReverted: boolean) =>
    rows.filter(row => (row.reverted_at !== null) === isReverted).map(row => row.id)
  return { kept: ids(false), reverted: ids(true) }
}

/**
 * Detaches the dismissed drafts of reverted pull requests from their group, so that ungrouping does not restore them. Drafts that keep
 * other pull requests are handled first, so that the rest see what the group still covers.
 */
async function detachGroupedDrafts(
  tx: Tx,
  context: EntryContext,
  pullRequestIds: readonly string[],
): Promise<void> {
  if (pullRequestIds.length === 0) return
  const sources: { source: Entry; kept: string[]; reverted: string[] }[] = []
  for (const source of await dismissedEntriesOf(tx, pullRequestIds))
    if (source.mergedInto !== null) sources.push({ source, ...(await coveredBy(tx, source.id)) })
  for (const { source, kept, reverted } of sources)
    if (kept.length > 0) await removeCovered(tx, context, source, { kept, gone: reverted, action: LOST })
  for (const { source, kept, reverted } of sources) {
    if (kept.length > 0 || (await isStillCoveredBy(tx, reverted, source.mergedInto))) continue
    await saveEntry(tx, context, 'dismissed', source, { ...source, mergedInto: null, flag: 'reverted' })
  }
}

/**
 * Whether the group still covers the reverted pull requests: either it is published, or it lost all of them
 * and will be restored with its drafts.
 */
async function isStillCoveredBy(
  tx: Tx,
  pullRequestIds: readonly string[],
  entryId: string | null,
): Promise<boolean> {
  const row = await tx
    .selectFrom('entry_pull_request')
    .select('entry_id')
    .where('entry_id', '=', entryId)
    .where('pull_request_id', 'in', pullRequestIds)
    .executeTakeFirst()
  return row !== undefined
}

/** The dismissed entries that cover any of these pull requests, oldest first. */
export async function dismissedEntriesOf(tx: Tx, pullRequestIds: readonly string[]): Promise<Entry[]> {
  const rows = await tx
    .selectFrom('entry')
    .selectAll()
    .where('state', '=', 'dismissed')
    .where('id', 'in', query =>
      query
        .selectFrom('entry_pull_request')
        .select('entry_id')
        .where('pull_request_id', 'in', pullRequestIds),
    )
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(entryFrom)
}

/** Restores entries of reinstated pull requests. Returns the pull requests that no entry covers. */
async function restoreReinstated(
  tx: Tx,
  context: EntryContext,
  pullRequestIds: readonly string[],
): Promise<string[]> {
  if (pullRequestIds.length === 0) return []
  for (const entry of distinct((await liveEntriesOf(tx, pullRequestIds)).values()))
    await clearRevertedFlag(tx, context, entry)
  const dismissed = await dismissedEntriesOf(tx, pullRequestIds)
  for (const entry of dismissed) if (entry.flag === 'reverted') await restoreReverted(tx, context, entry)
  const rows = await tx
    .selectFrom('entry_pull_request')
    .select('pull_request_id')
    .where('pull_request_id', 'in', pullRequestIds)
    .execute()
  const covered = new Set(rows.map(row => row.pull_request_id))
  return pullRequestIds.filter(id => !covered.has(id))
}

async function clearRevertedFlag(tx: Tx, context: EntryContext, entry: Entry): Promise<void> {
  if (entry.flag !== 'reverted' || (await coveredBy(tx, entry.id)).reverted.length > 0) return
  await saveEntry(tx, context, 'in force again', entry, { ...entry, flag: null })
}

async function restoreReverted(tx: Tx, context: EntryContext, entry: Entry): Promise<void> {
  const { kept, reverted } = await coveredBy(tx, entry.id)
  const [first = ''] = kept
  if ((await liveEntriesOf(tx, kept)).size > 0) return
  if (reverted.length > 0) await uncover(tx, entry.id, reverted)
  const draft = restore(requireState(entry, 'brought back', 'dismissed'))
  const decisions = await standingDecisions(tx, kept)
  const becameInternal = kept.every(id => decisions.get(id)?.classification.visibility === 'internal')
  if (becameInternal && isUntouched(draft)) return clearRevertedFlag(tx, context, entry)
  await saveEntry(tx, context, 'in force again', entry, {
    ...draft,
    primaryPullRequestId: kept.includes(draft.primaryPullRequestId ?? '')
      ? draft.primaryPullRequestId
      : first,
    flag: reverted.length > 0 ? 'review' : draft.flag,
  })
  await detachGroupedDrafts(tx, context, reverted)
}
