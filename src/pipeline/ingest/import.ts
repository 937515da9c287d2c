import type { Account } from '#accounts/account.ts'
import type { ActionContext } from '#accounts/activity.ts'
import { type Entry, isUntouched } from '#changelog/entries/entry.ts'
import type { EntryContext } from '#changelog/entries/entry-effects.ts'
import { recordReferences, referencedPulls } from '#changelog/entries/promotion.ts'
import { liveEntriesOf } from '#changelog/entries/store.ts'
import { markPromoted } from '#changelog/entries/transitions.ts'
import { refreshPlaces } from '#changelog/ledger/places.ts'
import type { Judge, Judged, Unjudged } from '#pipeline/judging/editor.ts'
import { type RepositoryHistory, slugOf } from '#pipeline/judging/past-examples.ts'
import { type Database, VALUES_PER_STATEMENT } from '#platform/db/database.ts'
import type { Reader } from '#platform/db/schema.ts'
import { batchesOf, chunksOf } from '#platform/iterables.ts'
import { announcementsOf } from '#pulls/changelog-sources/announcements.ts'
import { orderOldestFirst } from '#pulls/hosts/merge-source.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import { findOrCreateRepository, findRepository } from '#pulls/repositories.ts'
import { type IngestCounts, type IngestResult, ingest } from './ingest.ts'
import { recordsInScope } from './record.ts'

/** Merges that are taken in by one transaction: large enough to be quick, small enough that a reader never waits. */
const BATCH = 200

/** What an import works with. */
export interface ImportContext {
  db: Database
  mover: EntryContext
  judge: Judge
}

/** What an import came to. */
export interface ImportResult extends IngestCounts {
  /** With `publish`: why the rest of what customers would notice was not published. */
  unpublished?: UnpublishedCounts
}

/**
 * Takes past merges into an account, batch by batch; each batch is stored whole or not at all, so that an import that was cut
 * off is simply run again. `onBatch` hears the tally so far.
 */
export async function importMerges(
  { db, mover, judge }: ImportContext,
  account: Account,
  merges: AsyncIterable<MergedPull>,
  options: { publish: boolean; signal?: AbortSignal; onBatch?: (tally: IngestCounts) => void },
): Promise<ImportResult> {
  const unpublished: string[] = []
  const total: IngestCounts = { recorded: 0, updated: 0, skipped: 0, user_facing: 0, published: 0 }
  for await (const batch of batchesOf(orderOldestFirst(merges), BATCH)) {
    const judged = await judge(account.id, await ownMerges(db, account, batch), options.signal)
    const tallies = await db.write(async tx => {
      const taken: IngestResult[] = []
      for (const group of Map.groupBy(judged, ({ pull }) => `${pull.host} ${pull.repo}`).values()) {
        const repository = await findOrCreateRepository(
          tx,
          mover.clock,
          mover.ids,
          account.id,
          hostAndName(group),
        )
        taken.push(await ingest(tx, mover, repository, group, { ...options, drafts: true, live: false }))
      }
      return taken
    })
    for (const tally of tallies) {
      add(total, tally)
      unpublished.push(...tally.unpublished)
    }
    options.onBatch?.(total)
  }
  return options.publish ? { ...total, unpublished: await countUnpublished(db.read, unpublished) } : total
}

/** Those that belong to the account by what it said of their repositories, as they will be recorded. */
async function ownMerges(
  db: Database,
  account: Account,
  merges: readonly MergedPull[],
): Promise<MergedPull[]> {
  const own: MergedPull[] = []
  for (const group of Map.groupBy(merges, pull => `${pull.host} ${pull.repo}`).values()) {
    const repository = group[0] && (await findRepository(db.read, account.id, group[0]))
    own.push(...(repository ? await recordsInScope(db, repository, group) : group))
  }
  return own
}

function hostAndName([first]: readonly (Judged | Unjudged)[]): { host: string; repo: string } {
  if (!first) throw new Error('A group of merges is never empty.')
  return first.pull
}

function add(total: IngestCounts, tally: IngestCounts): void {
  total.recorded += tally.recorded
  total.updated += tally.updated
  total.skipped += tally.skipped
  total.user_facing += tally.user_facing
  total.published += tally.published
}

/** Why an import published no entry for a merge that customers would notice. */
export const UNPUBLISHED_REASONS = [
  'published_before',
  'announced_before',
  'reverted',
  'reverts_unknown',
  'edited',
  'queued',
  'dismissed',
  'without_words',
  'draft',
] as const
export type UnpublishedReason = (typeof UNPUBLISHED_REASONS)[number]

/** How many merges were not published, by reason; only reasons that occurred. */
export type UnpublishedCounts = Partial<Record<UnpublishedReason, number>>

/** Counts these pull requests by why they are not published, as they are recorded now. */
export async function countUnpublished(
  db: Reader,
  pullRequestIds: readonly string[],
): Promise<UnpublishedCounts> {
  const counts = new Map<UnpublishedReason, number>()
  for (const chunk of chunksOf(pullRequestIds, VALUES_PER_STATEMENT))
    for (const reason of await reasonsOf(db, chunk)) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  return Object.fromEntries(
    UNPUBLISHED_REASONS.flatMap(reason => (counts.has(reason) ? [[reason, counts.get(reason)]] : [])),
  )
}

/** A pull request that stands in the list twice has two reasons. */
async function reasonsOf(db: Reader, ids: readonly string[]): Promise<UnpublishedReason[]> {
  const rows = await db
    .selectFrom('pull_request')
    .select(['id', 'place', 'reverts_number', 'reverts_commit'])
    .where('id', 'in', ids)
    .execute()
  const entries = await liveEntriesOf(db, ids)
  const reasons = new Map(
    rows.map(row => [
      row.id,
      reasonOf(
        { place: row.place, isRevert: row.reverts_number !== null || row.reverts_commit !== null },
        entries.get(row.id),
      ),
    ]),
  )
  return ids.flatMap(id => reasons.get(id) ?? [])
}

function reasonOf(pull: { place: string; isRevert: boolean }, entry: Entry | undefined): UnpublishedReason {
  if (pull.place === 'reverted') return 'reverted'
  if (pull.place === 'dismissed') return 'dismissed'
  if (pull.place === 'queued') return 'queued'
  if (pull.place === 'announced') return entry ? 'published_before' : 'announced_before'
  if (!entry) return 'without_words'
  if (!isUntouched(entry)) return 'edited'
  return pull.isRevert ? 'reverts_unknown' : 'draft'
}

/**
 * What the repository's changelogs and tags name was announced already: what is recorded of it says so from now on, and what is recorded
 * later does from the start, so that nothing is announced again by accident. A draft that is there stays, for a person to decide about.
 * Whoever promoted one first is kept. Gives how many were marked.
 */
export async function markAnnounced(
  db: Database,
  mover: ActionContext,
  account: Account,
  { facts, papers }: Pick<RepositoryHistory, 'facts' | 'papers'>,
): Promise<number> {
  const announcements = papers
    .flatMap(paper => announcementsOf(paper, slugOf(facts)))
    .filter(({ version }) => version !== 'unreleased')
  if (announcements.length === 0) return 0
  const references = {
    numbers: announcements.flatMap(one => one.numbers),
    commits: announcements.flatMap(one => one.commits),
  }
  return db.write(async tx => {
    const repository = await findOrCreateRepository(tx, mover.clock, mover.ids, account.id, facts)
    await recordReferences(tx, mover.clock, repository, references, null)
    const ids = await referencedPulls(tx, repository, references)
    let marked = 0
    for (const some of chunksOf(ids, VALUES_PER_STATEMENT)) {
      marked += await markPromoted(tx, mover, some)
      await refreshPlaces(tx, some)
    }
    return marked
  })
}
