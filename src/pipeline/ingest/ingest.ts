import { type ActionContext, recordActivity } from '#accounts/activity.ts'
import { touchFeeds } from '#accounts/feed-revision.ts'
import { draftOf } from '#changelog/entries/draft.ts'
import { type Arrival, type Entry, isUntouched, publish } from '#changelog/entries/entry.ts'
import type { EntryContext } from '#changelog/entries/entry-effects.ts'
import { type Announced, applyMentions } from '#changelog/entries/mentions.ts'
import { settleReverts } from '#changelog/entries/revert-effects.ts'
import { insertEntries, liveEntriesOf } from '#changelog/entries/store.ts'
import { dismissEntry, markPromoted, publishEntry, store } from '#changelog/entries/transitions.ts'
import { placesOf, settlePlaces } from '#changelog/ledger/places.ts'
import { schedulePolicyRun } from '#changelog/publishing/policy-job.ts'
import { appendDecisions } from '#judgement/classification/decisions.ts'
import { savePitches } from '#judgement/copy/pitches.ts'
import type { Judged, Unjudged } from '#pipeline/judging/editor.ts'
import type { Tx } from '#platform/db/schema.ts'
import type { Repository } from '#pulls/repositories.ts'
import { revertTarget } from '#pulls/reverts.ts'
import { type RecordedPull, recordJudged } from './record.ts'
import { draftRestored } from './restored.ts'
import { countResults, type IngestResult } from './tally.ts'

const NEWS_MS = 7 * 86_400_000

/** What is to come of merges that arrive. */
export interface IngestOptions {
  /** On to published, dated at their merge. */
  publish: boolean
  /** Whether new ones that customers would notice become drafts; otherwise they are lines of the ledger and highlights. */
  drafts: boolean
  /** They come as they happen, and the account's policy may publish their drafts; otherwise they are history. */
  live: boolean
}

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
  const announced = await applyMentions(tx, mover, repository, arrived.flatMap(freshOf))
  const open = arrived.filter(mayChange)
  const decisions = await classify(tx, mover, repository, open)
  await write(tx, mover, repository, open)
  const back = await settleReverts(tx, { ...mover, actor: 'revert' }, repository.id)
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
  await settlePlaces(
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
  { told, elsewhere }: Announced,
  { publish }: IngestOptions,
): boolean => !told.has(id) && (publish || !elsewhere.has(id))

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

/**
 * Makes or refreshes drafts; with `publish` the new ones are published on the spot. Gives the pull requests of those, and the other
 * entries.
 */
async function draft(
  tx: Tx,
  mover: EntryContext,
  repository: Repository,
  merges: readonly RecordedPull[],
  decisions: Map<string, string>,
  options: IngestOptions,
): Promise<{ published: string[]; waiting: string[] }> {
  for (const { entry, ...merge } of merges) if (entry) await redraft(tx, mover, entry, merge)
  const unknown = options.drafts ? merges.filter(merge => !merge.entry && merge.pitch) : []
  const made = unknown.map(merge => {
    const entry = draftOf(mover, repository, { ...merge, arrival: arrivalOf(mover, merge, options) })
    return {
      merge,
      entry: options.publish && isNews(merge) ? publish(entry, merge.pull.mergedAt) : entry,
      pullRequestIds: [merge.id],
      decisionId: decisions.get(merge.id) ?? null,
    }
  })
  await insertEntries(tx, made)
  const out = made.filter(({ entry }) => entry.state === 'published')
  await announce(
    tx,
    mover,
    repository.accountId,
    out.map(({ merge }) => merge.id),
    out.map(({ entry }) => entry),
  )
  const redrafted = merges.flatMap(({ entry, pitch }) => (entry && pitch ? [entry.id] : []))
  const fresh = made.flatMap(({ entry }) => (entry.state === 'draft' ? [entry.id] : []))
  return { published: out.map(({ merge }) => merge.id), waiting: [...redrafted, ...fresh] }
}

/** News of a merge that nobody told of for a week is history too. */
const arrivalOf = (
  { clock }: ActionContext,
  { outcome, pull }: RecordedPull,
  { live }: IngestOptions,
): Arrival => (live && outcome === 'recorded' && clock.now() - pull.mergedAt <= NEWS_MS ? 'live' : 'past')

/** A revert waits as a draft: what it took back may be recorded after it, and then neither is told. */
const isNews = ({ pull }: RecordedPull): boolean => revertTarget(pull) === null

async function announce(
  tx: Tx,
  mover: ActionContext,
  accountId: string,
  pullRequestIds: readonly string[],
  entries: readonly Entry[],
): Promise<void> {
  if (entries.length === 0) return
  const { clock, ids, actor } = mover
  await markPromoted(tx, mover, pullRequestIds)
  await touchFeeds(tx, clock, accountId, { sets: entries.map(entry => entry.setId) })
  await recordActivity(
    tx,
    clock,
    ids,
    ...entries.map(({ id }) => ({ accountId, actor, action: 'published', subject: id })),
  )
}

/** An untouched draft follows the pull request: other words, or dismissed when customers would not notice it after all. */
async function redraft(
  tx: Tx,
  mover: EntryContext,
  entry: Entry,
  { classification: { kind, magnitude }, pitch }: Judged,
): Promise<void> {
  if (!pitch) {
    await dismissEntry(tx, mover, entry.id)
    return
  }
  const words = {
    title: pitch.headline,
    body: pitch.body,
    machineTitle: pitch.headline,
    machineBody: pitch.body,
  }
  const after = { ...entry, ...words, kind, magnitude, updatedAt: mover.clock.now() }
  await store(tx, mover, 'worded anew', entry, after)
}

/** Publishes the untouched drafts that an earlier import left, dated at their merge. Gives their pull requests. */
async function publishDrafts(
  tx: Tx,
  mover: EntryContext,
  merges: readonly RecordedPull[],
): Promise<string[]> {
  const known = merges.filter(merge => merge.entry && merge.pitch && isNews(merge))
  const entries = await liveEntriesOf(
    tx,
    known.map(merge => merge.id),
  )
  const published: string[] = []
  for (const { id, pull } of known) {
    const entry = entries.get(id)
    if (!entry || !isUntouched(entry)) continue
    await publishEntry(tx, mover, entry.id, { at: pull.mergedAt })
    published.push(id)
  }
  return published
}
