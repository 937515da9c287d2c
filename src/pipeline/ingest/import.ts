import type { Account } from '#accounts/account.ts'
import type { ActionContext } from '#accounts/activity.ts'
import { type Entry, isUntouched } from '#changelog/entries/entry.ts'
import { recordReferences, referencedPulls } from '#changelog/entries/promotion.ts'
import { liveEntriesOf } from '#changelog/entries/store.ts'
import { markPromoted } from '#changelog/entries/transitions.ts'
import { refreshPlaces } from '#changelog/ledger/places.ts'
import type { Judged, Unjudged } from '#pipeline/judging/judged.ts'
import type { RepositoryHistory } from '#pipeline/judging/past-examples.ts'
import { type Database, VALUES_PER_STATEMENT } from '#platform/db/database.ts'
import type { Reader } from '#platform/db/schema.ts'
import { batchesOf, chunksOf } from '#platform/iterables.ts'
import { eachOnce } from '#pulls/brought-before.ts'
import { announcementsOf } from '#pulls/changelog-sources/announcements.ts'
import { underRecordedHashes } from '#pulls/known-changes.ts'
import { draftsAll, type Past } from '#pulls/past.ts'
import { type MergedPull, seenBy } from '#pulls/pull-request.ts'
import { findOrCreateRepository, findRepository, nameInAddresses } from '#pulls/repositories/repositories.ts'
import { countPastDrafts, proposeWeightiest } from './change-past.ts'
import type { IngestOptions } from './drafts.ts'
import type { PipelineContext } from './host-requests.ts'
import { type IngestCounts, type IngestResult, ingest } from './ingest.ts'
import { draftedAtOnce, recordsInScope } from './record.ts'

/** Pull requests per transaction: large enough to be fast, small enough not to block readers. */
const BATCH_SIZE = 200

export interface ImportResult extends IngestCounts {
  /** With `month`: how many pull requests of the repositories are drafts. */
  drafts?: number
  /** With `publish`: how many pull requests that were judged as user-facing were not published, by reason. */
  unpublished?: UnpublishedCounts
}

interface ImportOptions extends Pick<IngestOptions, 'seenOn'> {
  /** What becomes of the merges. */
  past: Past
  /** Whether a commit is gone from the history that is read, because the history was rewritten. */
  isGone?: (commit: string) => Promise<boolean>
  signal?: AbortSignal
  onBatch?: (total: IngestCounts, handled: number) => void | Promise<void>
}

/**
 * Ingests past merges, oldest first, into an account. Each batch is one transaction, so an interrupted import
 * can simply be run again. `onBatch` is called with the totals so far, and with the number of merges that
 * were handled, including those outside their repository's scope.
 */
export async function importMerges(
  { db, action, judge }: Omit<PipelineContext, 'hostOf'>,
  account: Account,
  merges: AsyncIterable<MergedPull>,
  options: ImportOptions,
): Promise<ImportResult> {
  const { past, seenOn } = options
  const unpublished: string[] = []
  const total: IngestCounts = { recorded: 0, updated: 0, skipped: 0, user_facing: 0, published: 0 }
  const repositories = new Set<string>()
  let handled = 0
  for await (const batch of batchesOf(eachOnce(merges), BATCH_SIZE)) {
    const now = action.clock.now()
    const seen = batch.map(pull => seenBy(pull, now))
    const { inScope, drafted } = await pullsInScope(db, account, seen, options)
    const judged = await judge(account.id, inScope, options.signal, drafted)
    const results = await db.write(async tx => {
      const ingested: IngestResult[] = []
      for (const group of Map.groupBy(judged, ({ pull }) => `${pull.host} ${pull.repo}`).values()) {
        const repository = await findOrCreateRepository(
          tx,
          action.clock,
          action.ids,
          account.id,
          hostAndName(group),
        )
        repositories.add(repository.id)
        const how = { past, ...(seenOn !== undefined && { seenOn }) }
        ingested.push(await ingest(tx, action, repository, group, how))
      }
      return ingested
    })
    for (const result of results) {
      addCounts(total, result)
      unpublished.push(...result.unpublished)
    }
    handled += batch.length
    await options.onBatch?.(total, handled)
  }
  const reasons = await countUnpublished(db.read, unpublished)
  // The revert of an early one may be in a later batch.
  total.user_facing -= reasons.reverted ?? 0
  if (past === 'publish') return { ...total, unpublished: reasons }
  if (past !== 'month') return total
  await db.write(tx => proposeWeightiest(tx, action, account.id, { keepsMore: true }))
  return { ...total, drafts: await countPastDrafts(db.read, account.id, [...repositories]) }
}

/** The pull requests as they will be recorded, without those outside their repositories' scope, and those that become drafts then. */
async function pullsInScope(
  db: Database,
  account: Account,
  merges: readonly MergedPull[],
  { isGone = async () => false, past }: Pick<ImportOptions, 'isGone' | 'past'>,
): Promise<{ inScope: MergedPull[]; drafted: MergedPull[] }> {
  const [inScope, drafted]: [MergedPull[], MergedPull[]] = [[], []]
  for (const group of Map.groupBy(merges, pull => `${pull.host} ${pull.repo}`).values()) {
    const repository = group[0] && (await findRepository(db.read, account.id, group[0]))
    if (!repository) {
      inScope.push(...group)
      if (draftsAll(past)) drafted.push(...group)
      continue
    }
    const known = await underRecordedHashes(db.read, repository.id, group, isGone)
    const records = await recordsInScope(db, repository, known)
    inScope.push(...records)
    drafted.push(...(await draftedAtOnce(db.read, repository, records, past)))
  }
  return { inScope, drafted }
}

function hostAndName([first]: readonly (Judged | Unjudged)[]): { host: string; repo: string } {
  if (!first) throw new Error('A group of merges is never empty.')
  return first.pull
}

function addCounts(total: IngestCounts, counts: IngestCounts): void {
  total.recorded += counts.recorded
  total.updated += counts.updated
  total.skipped += counts.skipped
  total.user_facing += counts.user_facing
  total.published += counts.published
}

/** Why an import did not publish a user-facing pull request. */
const UNPUBLISHED_REASONS = [
  'published_before',
  'announced_before',
  'reverted',
  'reverts_unknown',
  'edited',
  'queued',
  'dismissed',
  'without_words',
  'needs_words',
  'draft',
] as const
export type UnpublishedReason = (typeof UNPUBLISHED_REASONS)[number]

/** Only reasons that occurred are present. */
type UnpublishedCounts = Partial<Record<UnpublishedReason, number>>

/** Counts pull requests by the reason for which they are not published. */
async function countUnpublished(db: Reader, pullRequestIds: readonly string[]): Promise<UnpublishedCounts> {
  const counts = new Map<UnpublishedReason, number>()
  for (const chunk of chunksOf(pullRequestIds, VALUES_PER_STATEMENT))
    for (const reason of await reasonsOf(db, chunk)) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  return Object.fromEntries(
    UNPUBLISHED_REASONS.flatMap(reason => (counts.has(reason) ? [[reason, counts.get(reason)]] : [])),
  )
}

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
  if (pull.isRevert) return 'reverts_unknown'
  return entry.needsWords === null ? 'draft' : 'needs_words'
}

/**
 * Marks the pull requests that a repository's changelogs and tags mention as announced, so that they are not
 * announced again by accident. Those that are recorded later are marked then. Existing drafts and earlier
 * marks stay. Returns the number of newly marked pull requests.
 */
export async function markAnnounced(
  db: Database,
  action: ActionContext,
  account: Account,
  { facts, changelogFiles }: Pick<RepositoryHistory, 'facts' | 'changelogFiles'>,
): Promise<number> {
  const announcements = changelogFiles
    .flatMap(file => announcementsOf(file, nameInAddresses(facts)))
    .filter(({ version }) => version !== 'unreleased')
  if (announcements.length === 0) return 0
  const references = {
    numbers: announcements.flatMap(one => one.numbers),
    commits: announcements.flatMap(one => one.commits),
  }
  return db.write(async tx => {
    const repository = await findOrCreateRepository(tx, action.clock, action.ids, account.id, facts)
    await recordReferences(tx, repository, references, null)
    const ids = await referencedPulls(tx, repository, references)
    let marked = 0
    for (const some of chunksOf(ids, VALUES_PER_STATEMENT)) {
      marked += await markPromoted(tx, action, some)
      await refreshPlaces(tx, some)
    }
    return marked
  })
}
