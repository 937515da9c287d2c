import { type ActionContext, recordActivity } from '#accounts/activity.ts'
import { touchFeeds } from '#accounts/feed-revision.ts'
import { type Entry, type IngestMode, isUntouched, newDraft, publish } from '#changelog/entries/entry.ts'
import type { EntryContext } from '#changelog/entries/entry-effects.ts'
import { insertEntries, liveEntriesOf, type NewEntry } from '#changelog/entries/store.ts'
import { dismissEntry, markPromoted, publishEntry, saveEntry } from '#changelog/entries/transitions.ts'
import type { Kind, Magnitude } from '#judgement/classification/classification.ts'
import type { Judged } from '#pipeline/judging/editor.ts'
import type { Tx } from '#platform/db/schema.ts'
import type { Repository } from '#pulls/repositories.ts'
import { revertTarget } from '#pulls/reverts.ts'
import type { RecordedPull } from './record.ts'

/**
 * Drafts what was reverted before it had an entry and is in force again, with the decision and the words of its arrival. What
 * customers would not notice has no words, and stays a line of the ledger, as does what was announced already.
 */
export async function draftRestored(
  tx: Tx,
  mover: EntryContext,
  repository: Repository,
  pullRequestIds: readonly string[],
): Promise<void> {
  if (pullRequestIds.length === 0) return
  const rows = await worded(tx, pullRequestIds)
  await insertEntries(
    tx,
    rows.map((row): NewEntry => {
      const classification = { kind: row.kind as Kind, magnitude: row.magnitude as Magnitude }
      const pitch = { ...row, ...(row.needs_words !== null && { needsWords: row.needs_words }) }
      const merge = { id: row.id, pull: { files: JSON.parse(row.files) }, classification, pitch }
      return {
        entry: newDraft(mover, repository, merge),
        pullRequestIds: [row.id],
        decisionId: row.decision_id,
      }
    }),
  )
}

const worded = (tx: Tx, pullRequestIds: readonly string[]) =>
  tx
    .selectFrom('pull_request as pull')
    .innerJoin('decision', 'decision.id', 'pull.decision_id')
    .innerJoin('pitch', 'pitch.pull_request_id', 'pull.id')
    .select(['pull.id', 'pull.files', 'pull.decision_id', 'decision.kind', 'decision.magnitude'])
    .select(['pitch.headline', 'pitch.body', 'pitch.needs_words'])
    .where('pull.id', 'in', pullRequestIds)
    .where('decision.visibility', '=', 'user-facing')
    .where('pull.promoted_at', 'is', null)
    .execute()

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
 * Makes or refreshes drafts; with `publish` the new ones are published on the spot. Gives the pull requests of those, and the other
 * entries.
 */
export async function draft(
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
    const entry = newDraft(mover, repository, { ...merge, ingestMode: ingestModeOf(mover, merge, options) })
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
    needsWords: pitch.needsWords ?? null,
  }
  const after = { ...entry, ...words, kind, magnitude, updatedAt: mover.clock.now() }
  await saveEntry(tx, mover, 'worded anew', entry, after)
}

const NEWS_MS = 7 * 86_400_000

/** News of a merge that nobody told of for a week is history too. */
const ingestModeOf = (
  { clock }: ActionContext,
  { outcome, pull }: RecordedPull,
  { live }: IngestOptions,
): IngestMode => (live && outcome === 'recorded' && clock.now() - pull.mergedAt <= NEWS_MS ? 'live' : 'past')

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

/** Publishes the untouched drafts that an earlier import left, dated at their merge. Gives their pull requests. */
export async function publishDrafts(
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
