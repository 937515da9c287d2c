import type { ActionContext } from '#accounts/activity.ts'
import { touchFeeds } from '#accounts/feed-revision.ts'
import { isUntouched } from '#changelog/entries/entry.ts'
import type { EntryContext } from '#changelog/entries/entry-effects.ts'
import { type PreviouslyAnnounced, promoteReferenced } from '#changelog/entries/promotion.ts'
import { applyReverts } from '#changelog/entries/revert-effects.ts'
import { liveEntriesOf } from '#changelog/entries/store.ts'
import { placesOf, refreshPlaces } from '#changelog/ledger/places.ts'
import { schedulePolicyRun } from '#changelog/publishing/policy-job.ts'
import { appendDecisions } from '#judgement/classification/decisions.ts'
import { savePitches } from '#judgement/copy/pitches.ts'
import type { Judged, Unjudged } from '#pipeline/judging/editor.ts'
import type { Tx } from '#platform/db/schema.ts'
import type { RecordingResult } from '#pulls/pull-requests.ts'
import type { Repository } from '#pulls/repositories.ts'
import { draft, draftRestored, type IngestOptions, publishDrafts } from './drafts.ts'
import { type RecordedPull, recordJudged } from './record.ts'

/**
 * The journey of merged pull requests of one repository, in one transaction: recorded → classified → written → drafted, and with
 * `publish` on to published, dated at their merge. Arriving twice acts once; what a person has touched stays as it is.
 */
export async function ingest(
  tx: Tx,
  mover: EntryContext,
  repository: Repository,
  judged: readonly (Judged | Unjudged)[],
  options: IngestOptions,
): Promise<IngestResult> {
  const { arrived, failed } = await recordJudged(tx, mover, repository, judged)
  const announced = await promoteReferenced(tx, mover, repository, arrived.flatMap(freshOf))
  const open = arrived.filter(mayChange)
  const decisions = await classify(tx, mover, repository, open)
  await write(tx, mover, repository, open)
  const back = await applyReverts(tx, { ...mover, actor: 'revert' }, repository.id)
  const news = (await stillOpen(tx, open)).filter(merge => merge.entry || isUntold(merge, announced, options))
  const drafted = await draft(tx, mover, repository, news, decisions, options)
  if (options.live) await schedulePolicyRun(tx, mover, repository.accountId, drafted.waiting)
  const known = new Set(open.map(merge => merge.id))
  if (options.drafts)
    await draftRestored(
      tx,
      mover,
      repository,
      back.filter(id => !known.has(id)),
    )
  const published = options.publish
    ? [...drafted.published, ...(await publishDrafts(tx, mover, arrived))]
    : []
  await refreshPlaces(
    tx,
    [...arrived, ...failed].map(merge => merge.id),
  )
  await showLinks(tx, mover, repository, arrived)
  return countResults([...arrived, ...failed], arrived, published)
}

/** Feeds link to the page of a merge as soon as it is known. */
async function showLinks(
  tx: Tx,
  { clock }: ActionContext,
  { accountId }: Repository,
  arrived: readonly RecordedPull[],
): Promise<void> {
  const linked = arrived.flatMap(({ gainedUrl, entry }) =>
    gainedUrl && entry?.state === 'published' ? [entry] : [],
  )
  if (linked.length > 0) await touchFeeds(tx, clock, accountId, { sets: linked.map(entry => entry.setId) })
}

const freshOf = ({ id, outcome, pull: { number, mergeCommit } }: RecordedPull) =>
  outcome === 'recorded' ? [{ id, number, mergeCommit }] : []

/**
 * What a past changelog told is not told again. The repository's own is no entry here, though: whoever asks for its past to be published
 * gets that too.
 */
const isUntold = (
  { id }: RecordedPull,
  { inEntries, elsewhere }: PreviouslyAnnounced,
  { publish }: IngestOptions,
): boolean => !inEntries.has(id) && (publish || !elsewhere.has(id))

/**
 * A known merge that says the same changes nothing; neither does one whose entry a person has touched or that went further, nor
 * one that a person made news and the machine has no words for.
 */
const mayChange = ({ outcome, entry, standing, pitch }: RecordedPull): boolean =>
  outcome !== 'unchanged' &&
  (entry === undefined || isUntouched(entry)) &&
  !(standing?.classification.visibility === 'user-facing' && pitch === null)

/** What is neither dismissed nor reverted, with the entry that a revert of its revert may have brought back. */
async function stillOpen(tx: Tx, open: readonly RecordedPull[]): Promise<RecordedPull[]> {
  const ids = open.map(merge => merge.id)
  const [entries, places] = [await liveEntriesOf(tx, ids), await placesOf(tx, ids)]
  const isDropped = ({ id }: RecordedPull) => ['reverted', 'dismissed'].includes(places.get(id) ?? '')
  return open
    .filter(merge => !isDropped(merge))
    .map(merge => ({ ...merge, entry: entries.get(merge.id) }))
    .filter(mayChange)
}

/** Gives the decisions' ids by pull request. */
async function classify(
  tx: Tx,
  { clock, ids }: ActionContext,
  { accountId }: Repository,
  merges: readonly RecordedPull[],
): Promise<Map<string, string>> {
  const open = merges.filter(merge => !merge.standing)
  const decisions = open.map(({ id, classification, inputHash }) => ({
    pullRequestId: id,
    classification,
    inputHash,
  }))
  const made = await appendDecisions(tx, clock, ids, accountId, decisions)
  return new Map([
    ...open.map((merge, index): [string, string] => [merge.id, made[index] ?? '']),
    ...merges.flatMap(({ id, standing }): [string, string][] => (standing ? [[id, standing.id]] : [])),
  ])
}

async function write(
  tx: Tx,
  { clock }: ActionContext,
  { accountId }: Repository,
  merges: readonly RecordedPull[],
): Promise<void> {
  const pitches = merges.flatMap(({ id, pitch }) => (pitch ? [{ pullRequestId: id, pitch }] : []))
  await savePitches(tx, clock, accountId, pitches)
}

/** How many merges came to what. */
export interface IngestCounts {
  recorded: number
  updated: number
  skipped: number
  user_facing: number
  published: number
}

/** What became of merges that were taken in. */
export interface IngestResult extends IngestCounts {
  /** The pull requests that customers would notice and that this did not publish. */
  unpublished: string[]
}

/** Counts what came of recorded merges; those that could not be judged are in `recorded` alone. */
export function countResults(
  recorded: readonly Pick<RecordingResult, 'outcome'>[],
  arrived: readonly (Judged & Pick<RecordingResult, 'id' | 'outcome'>)[],
  publishedIds: readonly string[],
): IngestResult {
  const noticed = arrived.filter(merge => merge.classification.visibility === 'user-facing')
  const published = new Set(publishedIds)
  return {
    recorded: recorded.filter(merge => merge.outcome === 'recorded').length,
    updated: recorded.filter(merge => merge.outcome === 'updated').length,
    skipped: recorded.filter(merge => merge.outcome === 'unchanged').length,
    user_facing: noticed.length,
    published: published.size,
    unpublished: noticed.flatMap(({ id }) => (published.has(id) ? [] : [id])),
  }
}
