import type { Database } from '#db/database.ts'
import type { Tx } from '#db/schema.ts'
import { liveEntriesOf } from '#entries/entries.ts'
import { settlePlaces } from '#entries/ledger.ts'
import type { Mover } from '#entries/moves.ts'
import type { Instant } from '#kit/clock.ts'
import { clip, safeLine } from '#kit/text.ts'
import { firstShipment } from '#pulls/code-host.ts'
import { type AnnounceOn, repositoryById } from '#pulls/repositories.ts'
import { findSource, listSources, type Source } from '#pulls/sources.ts'
import { ask } from './asking.ts'
import type { HostWork } from './backfill.ts'
import { callPolicy } from './policy.ts'
import { enqueueRoutine, type Routine } from './routine.ts'
import type { JobKind } from './worker.ts'

export const SHIP_ALL = 'ship all'
export const SHIP = 'ship'

const EVERY_MS = 10 * 60_000
const ATTEMPTS = 5
const TAG_KEPT = 200
/** Asked for in one round; the next one goes on. */
const AT_A_TIME = 200

/** Looks for releases that hold what waits for its release. */
export const shipAll = ({ db, mover }: HostWork): Routine => ({
  kind: SHIP_ALL,
  everyMs: EVERY_MS,
  async work() {
    const waiting = await repositoriesThatWait(db)
    const sources = (await listSources(db.read, {})).filter(
      source => source.state === 'active' && waiting.has(source.repositoryId),
    )
    return async tx => {
      for (const { id, accountId } of sources)
        await enqueueRoutine(tx, mover, { kind: SHIP, accountId, payload: { sourceId: id } })
    }
  },
})

async function repositoriesThatWait(db: Database): Promise<Set<string>> {
  const rows = await db.read
    .selectFrom('repository')
    .select('id')
    .where('announce_on', '!=', 'merge')
    .execute()
  return new Set(rows.map(row => row.id))
}

export const shipJobs = (parts: HostWork): JobKind => ({
  attempts: ATTEMPTS,
  async work(payload) {
    const source = await findSource(parts.db.read, String((payload as { sourceId: unknown }).sourceId))
    if (!source) return async () => {}
    const { announceOn } = await repositoryById(parts.db.read, source.repositoryId)
    const shipped = announceOn === 'merge' ? [] : await findShipped(parts, source, announceOn)
    return tx => markShipped(tx, parts.mover, source.accountId, shipped)
  },
})

interface Shipped {
  id: string
  at: Instant
  tag: string
}

async function findShipped(
  parts: HostWork,
  source: Source,
  kind: Exclude<AnnounceOn, 'merge'>,
): Promise<Shipped[]> {
  const waiting = await parts.db.read
    .selectFrom('pull_request')
    .select(['id', 'merge_commit', 'merged_at'])
    .where('repository_id', '=', source.repositoryId)
    .where('place', '=', 'unshipped')
    .orderBy('merged_at')
    .limit(AT_A_TIME)
    .execute()
  const shipped: Shipped[] = []
  for (const { id, merge_commit: commit, merged_at: mergedAt } of waiting) {
    if (commit === null) continue
    const shipment = await ask(parts, source, host =>
      firstShipment(host, source.repo, { kind, commit, mergedAt }),
    )
    if (shipment) shipped.push({ id, at: shipment.at, tag: shipment.tag })
  }
  return shipped
}

/** Their drafts are told from now on like any others, and the account's policy may publish them. */
export async function markShipped(
  tx: Tx,
  mover: Mover,
  accountId: string,
  shipped: readonly Shipped[],
): Promise<void> {
  for (const { id, at, tag } of shipped) {
    const shipment = { shipped_at: at, shipped_in: clip(safeLine(tag), TAG_KEPT) }
    await tx.updateTable('pull_request').set(shipment).where('id', '=', id).execute()
  }
  const ids = shipped.map(({ id }) => id)
  await settlePlaces(tx, ids)
  const entries = [...(await liveEntriesOf(tx, ids)).values()].map(entry => entry.id)
  await callPolicy(tx, mover, accountId, [...new Set(entries)])
}
