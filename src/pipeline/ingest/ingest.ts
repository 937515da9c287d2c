import type { ActionContext } from '#accounts/activity.ts'
import { touchFeeds } from '#accounts/feed-revision.ts'
import { enqueueEditionWording } from '#changelog/entries/edition-place.ts'
import { isUntouched } from '#changelog/entries/entry.ts'
import type { EntryContext } from '#changelog/entries/entry-effects.ts'
import { type PreviouslyAnnounced, promoteReferenced } from '#changelog/entries/promotion.ts'
import { applyReverts } from '#changelog/entries/revert-effects.ts'
import { liveEntriesOf } from '#changelog/entries/store.ts'
import { placesOf, refreshPlaces } from '#changelog/ledger/places.ts'
import { schedulePolicyRun } from '#changelog/publishing/policy-job.ts'
import { appendDecisions } from '#judgement/classification/decisions.ts'
import type { Judged, Unjudged } from '#pipeline/judging/judged.ts'
import type { Tx } from '#platform/db/schema.ts'
import { draftsAll } from '#pulls/past.ts'
import type { RecordingResult } from '#pulls/pull-requests.ts'
import type { Repository } from '#pulls/repositories/repositories.ts'
import { savePitches } from '#writing/pitches.ts'
import {
  draft,
  draftHistory,
  type IngestOptions,
  publishDrafts,
  restoreDrafts,
  takeBackCarriers,
} from './drafts.ts'
import { type RecordedPull, recordJudged } from './record.ts'
import { announceArrived } from './releases.ts'

/**
 * Ingests judged pull requests of one repository in the caller's transaction: recorded → classified → written → drafted, and with
 * `publish` also published, dated at their merge. Ingesting the same pull request again changes nothing unless the pull request has
 * changed, and never changes what a person has edited.
 */
export async function ingest(
  tx: Tx,
  action: EntryContext,
  repository: Repository,
  judged: readonly (Judged | Unjudged)[],
  options: IngestOptions,
): Promise<IngestResult> {
  // Recorded
  const { recorded, failed, arrived } = await recordJudged(tx, action, repository, judged, options.seenOn)
  const announced = await promoteReferenced(tx, action, repository, recorded.flatMap(newReference))
  // Classified
  const changed = recorded.filter(mayChange)
  const decisions = await storeDecisions(tx, action, repository, changed)
  // Written
  await storePitches(tx, action, repository, changed)
  // Drafted
  const restored = await applyReverts(tx, { ...action, actor: 'revert' }, repository.id)
  await restoreDrafts(tx, action, changed)
  const inForce = await withoutReverted(tx, changed, restored, options)
  const toDraft = inForce.filter(pull => pull.entry || !isAnnounced(pull, announced, options))
  const drafted = await draft(tx, action, repository, toDraft, decisions, options)
  if (drafted.drafts.length > 0) await enqueueEditionWording(tx, action, repository.accountId)
  if (options.past === null) await schedulePolicyRun(tx, action, repository.accountId, drafted.drafts)
  if (draftsAll(options.past)) await draftHistory(tx, action, repository, without(restored, changed))
  await draftHistory(tx, action, repository, unchanged(recorded, options))
  await takeBackCarriers(tx, action, recorded)
  // Published
  const published =
    options.past === 'publish' ? [...drafted.published, ...(await publishDrafts(tx, action, recorded))] : []
  const ids = [...recorded, ...failed].map(({ id }) => id)
  await refreshPlaces(tx, ids)
  await announceArrived(tx, action, repository.accountId, arrived)
  await touchFeedsOfNewLinks(tx, action, repository, recorded)
  return countResults([...recorded, ...failed], recorded, published)
}

/** Pull requests that an earlier import left as history, if they are to be drafts now. */
const unchanged = (recorded: readonly RecordedPull[], { past }: IngestOptions): string[] =>
  recorded.flatMap(({ id, outcome }) =>
    outcome === 'unchanged' && past !== null && draftsAll(past) ? [id] : [],
  )

const without = (ids: readonly string[], pulls: readonly RecordedPull[]): string[] => {
  const known = new Set(pulls.map(({ id }) => id))
  return ids.filter(id => !known.has(id))
}

/** Published entries link to the pull request's page, so their feeds change when its address becomes known. */
async function touchFeedsOfNewLinks(
  tx: Tx,
  { clock }: ActionContext,
  { accountId }: Repository,
  recorded: readonly RecordedPull[],
): Promise<void> {
  const linked = recorded.flatMap(({ before, pull, entry }) =>
    before && before.url !== pull.url && entry?.state === 'published' ? [entry] : [],
  )
  if (linked.length > 0) await touchFeeds(tx, clock, accountId, { sets: linked.map(entry => entry.setId) })
}

/**
 * The reference by which a past changelog may name the pull request; of one that was recorded before, only a
 * number that it has just received.
 */
const newReference = ({ id, outcome, before, pull: { number, mergeCommit } }: RecordedPull) =>
  outcome === 'recorded' || before?.number !== number ? [{ id, number, mergeCommit }] : []

/**
 * Whether the pull request was announced already, by an entry or by the repository's own changelog. With `publish` only entries count:
 * the caller asks for the past to be published here.
 */
const isAnnounced = (
  { id }: RecordedPull,
  { inEntries, elsewhere }: PreviouslyAnnounced,
  { past }: IngestOptions,
): boolean => inEntries.has(id) || (past !== 'publish' && elsewhere.has(id))

/**
 * Whether the classification and words may be updated. They stay if the pull request is unchanged, if a person edited or moved its entry,
 * and if a person overrode it to user-facing but the writer has no words for it.
 */
const mayChange = ({ outcome, entry, standing, pitch }: RecordedPull): boolean =>
  outcome !== 'unchanged' &&
  (entry === undefined || isUntouched(entry)) &&
  !(standing?.classification.visibility === 'user-facing' && pitch === null)

/**
 * The pull requests that are neither dismissed nor reverted, each with the entry that it has now: reverts may have changed it. Pull
 * requests that an import left as history stay history when the code host reports a change; those that are
 * `restored` because they are no longer reverts, or no longer reverted, are in no entry yet.
 */
async function withoutReverted(
  tx: Tx,
  pulls: readonly RecordedPull[],
  restored: readonly string[],
  { past }: IngestOptions,
): Promise<RecordedPull[]> {
  const ids = pulls.map(({ id }) => id)
  const [entries, places] = [await liveEntriesOf(tx, ids), await placesOf(tx, ids)]
  const out = ['reverted', 'dismissed', ...(past === null ? ['history'] : [])]
  const isDropped = ({ id }: RecordedPull) => !restored.includes(id) && out.includes(places.get(id) ?? '')
  return pulls
    .filter(pull => !isDropped(pull))
    .map(pull => ({ ...pull, entry: entries.get(pull.id) }))
    .filter(mayChange)
}

/** Stores the classifications, except where a person's override is in force. Returns each pull request's decision id. */
async function storeDecisions(
  tx: Tx,
  { clock, ids }: ActionContext,
  { accountId }: Repository,
  pulls: readonly RecordedPull[],
): Promise<Map<string, string>> {
  const undecided = pulls.filter(pull => !pull.standing)
  const decisions = undecided.map(({ id, classification, inputHash }) => ({
    pullRequestId: id,
    classification,
    inputHash,
  }))
  const decisionIds = await appendDecisions(tx, clock, ids, accountId, decisions)
  return new Map([
    ...undecided.map((pull, index): [string, string] => [pull.id, decisionIds[index] ?? '']),
    ...pulls.flatMap(({ id, standing }): [string, string][] => (standing ? [[id, standing.id]] : [])),
  ])
}

async function storePitches(
  tx: Tx,
  { clock }: ActionContext,
  { accountId }: Repository,
  pulls: readonly RecordedPull[],
): Promise<void> {
  const pitches = pulls.flatMap(({ id, pitch }) => (pitch ? [{ pullRequestId: id, pitch }] : []))
  await savePitches(tx, clock, accountId, pitches)
}

/** Counts of ingested pull requests, as reports and the command line print them. */
export interface IngestCounts {
  recorded: number
  updated: number
  /** Recorded before and unchanged. */
  skipped: number
  /** A finished import leaves out those that were reverted. */
  user_facing: number
  published: number
}

export interface IngestResult extends IngestCounts {
  /** The ids of user-facing pull requests that were not published. */
  unpublished: string[]
}

/** Counts all pull requests by outcome, and those that could be judged by classification. */
function countResults(
  all: readonly Pick<RecordingResult, 'outcome'>[],
  judged: readonly (Judged & Pick<RecordingResult, 'id' | 'outcome'>)[],
  publishedIds: readonly string[],
): IngestResult {
  const userFacing = judged.filter(pull => pull.classification.visibility === 'user-facing')
  const published = new Set(publishedIds)
  return {
    recorded: all.filter(({ outcome }) => outcome === 'recorded').length,
    updated: all.filter(({ outcome }) => outcome === 'updated').length,
    skipped: all.filter(({ outcome }) => outcome === 'unchanged').length,
    user_facing: userFacing.length,
    published: published.size,
    unpublished: userFacing.flatMap(({ id }) => (published.has(id) ? [] : [id])),
  }
}
