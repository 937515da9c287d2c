import { type ActionContext, recordActivity } from '#accounts/activity.ts'
import { touchFeeds } from '#accounts/feed-revision.ts'
import {
  type Entry,
  type IngestMode,
  isUntouched,
  newDraft,
  publish,
  unqueue,
} from '#changelog/entries/entry.ts'
import type { EntryContext } from '#changelog/entries/entry-effects.ts'
import { insertEntries, lastDroppedEntry, liveEntriesOf, type NewEntry } from '#changelog/entries/store.ts'
import {
  dismissEntry,
  markPromoted,
  publishEntry,
  restoreEntry,
  saveEntry,
  withdrawEntry,
} from '#changelog/entries/transitions.ts'
import { dismissedByMachine, placesOf, refreshPlaces } from '#changelog/ledger/places.ts'
import { wasRefusedWords } from '#judgement/classification/classification.ts'
import { carrierSignal } from '#judgement/classification/record/carrier.ts'
import type { Judged } from '#pipeline/judging/judged.ts'
import type { Tx } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'
import { draftsAll, LIVE_WITHIN_MS, type Past } from '#pulls/past.ts'
import { type Repository, repositoryById } from '#pulls/repositories/repositories.ts'
import { revertTarget } from '#pulls/reverts.ts'
import type { RecordedPull } from './record.ts'

/** What to do with ingested pull requests. */
export interface IngestOptions {
  /**
   * What becomes of merges of the past: with `publish` they are published, dated at their merge. Null if they are recent, so that they
   * become drafts that the account's policy may queue.
   */
  past: Past | null
  /** The branch whose history they were read from, even if they were merged into other branches first. */
  seenOn?: string | null
}

/**
 * Updates the drafts of known pull requests and creates those of new ones; with `publish`, publishes these at
 * once. Returns the ids of published pull requests, and the ids of the entries that are drafts.
 */
export async function draft(
  tx: Tx,
  action: EntryContext,
  repository: Repository,
  pulls: readonly RecordedPull[],
  decisions: Map<string, string>,
  options: IngestOptions,
): Promise<{ published: string[]; drafts: string[] }> {
  for (const { entry, ...pull } of pulls) if (entry) await redraft(tx, action, entry, pull)
  const withoutEntry = draftsAll(options.past) ? pulls.filter(({ entry, pitch }) => !entry && pitch) : []
  const created = withoutEntry.map(merge => {
    const entry = newDraft(action, repository, { ...merge, ingestMode: ingestModeOf(action, merge, options) })
    return {
      merge,
      entry: options.past === 'publish' && isPublishable(merge) ? publish(entry, merge.pull.mergedAt) : entry,
      pullRequestIds: [merge.id],
      decisionId: decisions.get(merge.id) ?? null,
    }
  })
  await insertEntries(tx, created)
  const published = created.filter(({ entry }) => entry.state === 'published')
  await recordPublication(
    tx,
    action,
    repository.accountId,
    published.map(({ merge }) => merge.id),
    published.map(({ entry }) => entry),
  )
  const updatedIds = pulls.flatMap(({ entry, pitch }) => (entry && pitch ? [entry.id] : []))
  const createdIds = created.flatMap(({ entry }) => (entry.state === 'draft' ? [entry.id] : []))
  return { published: published.map(({ merge }) => merge.id), drafts: [...updatedIds, ...createdIds] }
}

/** Rewrites an untouched draft after its pull request changed, or dismisses it if the change is now internal. */
async function redraft(
  tx: Tx,
  action: EntryContext,
  entry: Entry,
  { classification: { kind, magnitude }, pitch }: Judged,
): Promise<void> {
  if (!pitch) {
    await dismissEntry(tx, action, entry.id)
    return
  }
  const words = {
    title: pitch.headline,
    body: pitch.body,
    machineTitle: pitch.headline,
    machineBody: pitch.body,
    needsWords: pitch.needsWords ?? null,
  }
  const after = { ...entry, ...words, kind, magnitude, updatedAt: action.clock.now() }
  await saveEntry(tx, action, 'worded anew', entry, after)
}

/**
 * Restores the drafts of pull requests that customers notice again, where a machine dismissed them because the
 * pull request had become internal. What a person dismissed stays.
 */
export async function restoreDrafts(
  tx: Tx,
  action: EntryContext,
  pulls: readonly RecordedPull[],
): Promise<void> {
  const noticed = pulls.filter(({ outcome, entry, pitch }) => outcome === 'updated' && !entry && pitch)
  const places = await placesOf(
    tx,
    noticed.map(({ id }) => id),
  )
  for (const { id } of noticed) {
    if (places.get(id) === 'reverted') continue
    const dropped = await lastDroppedEntry(tx, id)
    if (dropped?.state !== 'dismissed' || dropped.touched || dropped.mergedInto !== null) continue
    const { version: seen } = dropped
    const isByMachine = (await dismissedByMachine(tx, [dropped.id])).size > 0
    if (isByMachine) await restoreEntry(tx, action, dropped.id, { seen })
  }
}

const ingestModeOf = (
  { clock }: ActionContext,
  { outcome, pull }: RecordedPull,
  { past }: IngestOptions,
): IngestMode =>
  past === null && outcome === 'recorded' && clock.now() - pull.mergedAt <= LIVE_WITHIN_MS ? 'live' : 'past'

/**
 * Whether an import may publish the pull request. A revert stays a draft: the pull request that it reverts may be recorded later, and then
 * neither is announced. If it needs words, is not live, waits for its branch, or the account's writer has no words for it, a person decides.
 */
const isPublishable = ({ pull, pitch, classification, waits }: RecordedPull): boolean =>
  revertTarget(pull) === null &&
  !pitch?.needsWords &&
  !waits &&
  !classification.notLive &&
  !wasRefusedWords(classification.evidence)

async function recordPublication(
  tx: Tx,
  action: ActionContext,
  accountId: string,
  pullRequestIds: readonly string[],
  entries: readonly Entry[],
): Promise<void> {
  if (entries.length === 0) return
  await markPromoted(tx, action, pullRequestIds)
  await touchFeeds(tx, action.clock, accountId, { sets: entries.map(entry => entry.setId) })
  const subject = entries.map(({ id }) => id)
  await recordActivity(tx, { ...action, change: undefined }, 'published', { accountId, subject })
}

/** Publishes the untouched drafts of pull requests that were recorded earlier, dated at their merge. Returns the pull requests' ids. */
export async function publishDrafts(
  tx: Tx,
  action: EntryContext,
  pulls: readonly RecordedPull[],
): Promise<string[]> {
  const known = pulls.filter(merge => merge.pitch && isPublishable(merge))
  const ids = known.map(merge => merge.id)
  const entries = await liveEntriesOf(tx, ids)
  const published: string[] = []
  for (const { id, pull } of known) {
    const entry = entries.get(id)
    if (!entry || !isUntouched(entry) || entry.needsWords !== null) continue
    await publishEntry(tx, action, entry.id, { at: pull.mergedAt })
    published.push(id)
  }
  return published
}

/**
 * Takes back pull requests that turn out to only carry others, after they were queued or published. Entries
 * that an import published are withdrawn; all others are taken out of the queue and flagged for a person.
 * What a person then does with them stays, whatever changes later.
 */
export async function takeBackCarriers(
  tx: Tx,
  action: EntryContext,
  pulls: readonly RecordedPull[],
): Promise<void> {
  for (const { id, before, pull, standing } of pulls) {
    if (!before || standing || carrierSignal(pull) === null || carrierSignal(before) !== null) continue
    const entry = (await liveEntriesOf(tx, [id])).get(id)
    if (!entry || entry.flag !== null || isUntouched(entry)) continue
    if (entry.state === 'published' && entry.ingestMode === 'past' && !entry.touched)
      await withdrawEntry(tx, action, entry.id)
    else {
      const draft = entry.state === 'queued' ? unqueue(entry) : entry
      await saveEntry(tx, action, 'found to carry others', entry, { ...draft, flag: 'review' })
    }
  }
}

/**
 * Drafts pull requests that are history. They keep the decision and the words from when they were recorded.
 * Internal ones and those that were announced get no draft. Returns the ids of the drafts.
 */
export async function draftHistory(
  tx: Tx,
  action: ActionContext,
  repository: Repository,
  pullRequestIds: readonly string[],
): Promise<string[]> {
  if (pullRequestIds.length === 0) return []
  const rows = await historyPulls(tx, pullRequestIds)
  const drafts = rows.map((row): NewEntry => {
    const classification = { kind: row.kind, magnitude: row.magnitude }
    const pitch = { ...row, ...(row.needs_words !== null && { needsWords: row.needs_words }) }
    const merge = { id: row.id, pull: { files: JSON.parse(row.files) }, classification, pitch }
    return {
      entry: newDraft(action, repository, merge),
      pullRequestIds: [row.id],
      decisionId: row.decision_id,
    }
  })
  await insertEntries(tx, drafts)
  const ids = rows.map(({ id }) => id)
  await refreshPlaces(tx, ids)
  return drafts.map(({ entry }) => entry.id)
}

const historyPulls = (tx: Tx, pullRequestIds: readonly string[]) =>
  tx
    .selectFrom('pull_request as pull')
    .innerJoin('decision', 'decision.id', 'pull.decision_id')
    .innerJoin('pitch', 'pitch.pull_request_id', 'pull.id')
    .select(['pull.id', 'pull.files', 'pull.decision_id', 'decision.kind', 'decision.magnitude'])
    .select(['pitch.headline', 'pitch.body', 'pitch.needs_words'])
    .where('pull.id', 'in', pullRequestIds)
    .where('pull.place', '=', 'history')
    .execute()

/** Drafts one pull request that is history, and returns the draft's id. Throws `conflict` if it is not history. */
export async function draftPull(
  tx: Tx,
  action: ActionContext,
  accountId: string,
  pullRequestId: string,
): Promise<string> {
  const pull = await tx
    .selectFrom('pull_request')
    .select('repository_id')
    .where('id', '=', pullRequestId)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (!pull) throw new AppError('not_found', 'The account has no such pull request.')
  const repository = await repositoryById(tx, pull.repository_id)
  const [draft] = await draftHistory(tx, action, repository, [pullRequestId])
  if (draft !== undefined) return draft
  throw new AppError('conflict', 'This pull request is not history any more, so it gets no draft.')
}
