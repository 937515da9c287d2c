import type { Account } from '#accounts/account.ts'
import type { EntryContext } from '#changelog/entries/entry-effects.ts'
import type { Judge, Judged, Unjudged } from '#pipeline/judging/editor.ts'
import type { Database } from '#platform/db/database.ts'
import { batchesOf } from '#platform/iterables.ts'
import { orderOldestFirst } from '#pulls/hosts/merge-source.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import { findOrCreateRepository, findRepository } from '#pulls/repositories.ts'
import { recordsInScope } from './arrivals.ts'
import { ingest } from './ingest.ts'
import type { IngestCounts, IngestResult } from './tally.ts'
import { countUnpublished, type UnpublishedCounts } from './unpublished.ts'

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
