import type { Database } from '#db/database.ts'
import type { Tx } from '#db/schema.ts'
import type { Mover } from '#entries/moves.ts'
import type { Instant } from '#kit/clock.ts'
import {
  advanceBackfill,
  type Backfill,
  backfillById,
  failBackfill,
  startBackfill,
} from '#pulls/backfills.ts'
import type { CodeHost, MergedPage } from '#pulls/code-host.ts'
import { HostBusy, HostFailure } from '#pulls/host-failure.ts'
import { type Repository, repositoryById } from '#pulls/repositories.ts'
import { isInScope } from '#pulls/scope.ts'
import { type Source, setSourceState, sourceById } from '#pulls/sources.ts'
import type { Judge } from './editor.ts'
import { enqueue } from './jobs.ts'
import { takeIn } from './journey.ts'
import { Hopeless, type JobKind, type Outcome, PutOff } from './worker.ts'

/** The kind of the jobs that read one page of a backfill each. */
export const BACKFILL = 'backfill'

const ATTEMPTS = 10

export interface BackfillParts {
  db: Database
  mover: Mover
  judge: Judge
  /** A client of the source's host; null where nothing lets us in. */
  hostOf(source: Source): Promise<CodeHost | null>
}

/** Begins to read what a source's repository merged since then. `conflict` while it is being read already. */
export async function beginBackfill(
  tx: Tx,
  { clock, ids }: Mover,
  source: Source,
  wanted: { since: Instant | null; drafts: boolean },
): Promise<Backfill> {
  const backfill = await startBackfill(tx, clock, ids, source, wanted)
  await enqueuePage(tx, { clock, ids }, backfill)
  return backfill
}

const enqueuePage = (
  tx: Tx,
  { clock, ids }: Pick<Mover, 'clock' | 'ids'>,
  { id, accountId }: Backfill,
): Promise<void> =>
  enqueue(tx, clock, ids, {
    kind: BACKFILL,
    accountId,
    payload: { backfillId: id },
    priority: 'backfill',
    dedupeKey: `backfill ${id}`,
  })

/**
 * Reads one page, records it, and has the next one read: all in one transaction with the cursor, so that after a crash it goes on
 * with the page that it was at.
 */
export const backfillJobs = (parts: BackfillParts): JobKind => ({
  attempts: ATTEMPTS,
  async work(payload, { signal }) {
    const backfill = await backfillById(parts.db.read, idIn(payload))
    if (backfill.state !== 'running') return async () => {}
    const source = await sourceById(parts.db.read, backfill.sourceId)
    return readPage(parts, backfill, source, signal)
  },
  givenUp: (payload, error) => tx => failBackfill(tx, parts.mover.clock, idIn(payload), error),
})

const idIn = (payload: unknown): string => String((payload as { backfillId: unknown }).backfillId)

async function readPage(
  parts: BackfillParts,
  backfill: Backfill,
  source: Source,
  signal: AbortSignal,
): Promise<Outcome> {
  const { db, mover, judge } = parts
  const repository = await repositoryById(db.read, source.repositoryId)
  const page = await pageOf(parts, backfill, source)
  if ('refusal' in page) {
    return async tx => {
      await setSourceState(tx, source, 'needs reconnecting', page.refusal)
      await failBackfill(tx, mover.clock, backfill.id, page.refusal)
    }
  }
  const own = ownPulls(repository, page)
  const judged = await judge(source.accountId, own, signal)
  return async tx => {
    const tally = await takeIn(tx, mover, repository, judged, { publish: false, drafts: backfill.drafts })
    await advanceBackfill(tx, mover.clock, backfill, {
      next: page.next,
      seen: page.pulls.length,
      recorded: tally.recorded,
      updated: tally.updated,
      userFacing: tally.user_facing,
    })
    if (page.next !== null) await enqueuePage(tx, mover, backfill)
  }
}

/** Under the name that the account knows the repository by. */
const ownPulls = (repository: Repository, { pulls }: MergedPage) =>
  pulls
    .map(pull => ({ ...pull, host: repository.host, repo: repository.name }))
    .filter(pull => isInScope(repository.scope, pull.files))

async function pageOf(
  { hostOf }: BackfillParts,
  { since, cursor }: Backfill,
  source: Source,
): Promise<MergedPage | { refusal: string }> {
  try {
    const host = await hostOf(source)
    if (!host) throw new Hopeless(`Nothing lets us read ${source.repo}: connect it with a token.`)
    return await host.mergedPage(source.repo, { ...(since !== null && { since }), cursor })
  } catch (error) {
    if (error instanceof HostBusy) throw new PutOff(error.until, error.message)
    if (!(error instanceof HostFailure)) throw error
    if (error.reason === 'unauthorized') return { refusal: error.message }
    if (error.reason === 'gone') throw new Hopeless(error.message)
    throw error
  }
}
