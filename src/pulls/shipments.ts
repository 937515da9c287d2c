import type { Instant } from '#platform/clock.ts'
import { VALUES_PER_STATEMENT } from '#platform/db/database.ts'
import type { Reader, Tx } from '#platform/db/schema.ts'
import { chunksOf } from '#platform/iterables.ts'
import type { Shipment, ShipmentKind } from './hosts/code-host.ts'
import type { MergedPull } from './pull-request.ts'

/** A stored release or tag. */
export interface StoredShipment extends Shipment {
  /** The number of the shipment in the order in which the repository's shipments were first listed, from 1. */
  seq: number
}

/** Stores the listed shipments that are new. Returns all listed ones, in the order of `seq`. */
export async function storeShipments(
  tx: Tx,
  repositoryId: string,
  kind: ShipmentKind,
  listed: readonly Shipment[],
): Promise<StoredShipment[]> {
  const stored = await tx
    .selectFrom('shipment')
    .select(['kind', 'tag', 'commit_hash', 'seq'])
    .where('repository_id', '=', repositoryId)
    .execute()
  const seqs = new Map(stored.map(row => [keyOf(row.kind, row.tag, row.commit_hash), row.seq]))
  let last = Math.max(0, ...stored.map(row => row.seq))
  const known = listed.map(shipment => {
    const seq = seqs.get(keyOf(kind, shipment.tag, shipment.commit))
    return { ...shipment, seq: seq ?? ++last, isNew: seq === undefined }
  })
  const rows = known.flatMap(({ isNew, tag, commit, seq }) =>
    isNew ? [{ repository_id: repositoryId, kind, tag, commit_hash: commit, seq }] : [],
  )
  for (const some of chunksOf(rows, VALUES_PER_STATEMENT / 5))
    await tx.insertInto('shipment').values(some).execute()
  return known.map(({ isNew: _, ...shipment }) => shipment).toSorted((a, b) => a.seq - b.seq)
}

/** The key of a shipment. A tag that moved to another commit is a new shipment. */
const keyOf = (kind: string, tag: string, commit: string): string => `${kind} ${commit} ${tag}`

/** A pull request that waits for a release. */
export interface UnshippedPull {
  id: string
  commit: string
  baseBranch: string | null
  mergedAt: Instant
  /** The last shipment that it was checked against; 0 for none. */
  checkedTo: number
}

/** The repository whose pull requests are read. */
interface RepositoryKey {
  accountId: string
  repositoryId: string
}

/** The merge time of the oldest unshipped pull request; null when there is none. */
export async function oldestUnshippedMerge(db: Reader, owner: RepositoryKey): Promise<Instant | null> {
  const row = await unshippedPulls(db, owner).select('merged_at').limit(1).executeTakeFirst()
  return row?.merged_at ?? null
}

/** The next unshipped pull requests that were not checked against shipment `seq`, oldest merge first. */
export async function nextUnshippedPulls(
  db: Reader,
  owner: RepositoryKey,
  { seq, cursor, limit }: { seq: number; cursor: UnshippedPull | null; limit: number },
): Promise<UnshippedPull[]> {
  return unshippedPulls(db, owner)
    .select(['id', 'merge_commit as commit', 'base_branch as baseBranch', 'merged_at as mergedAt'])
    .select('shipments_checked as checkedTo')
    .where('shipments_checked', '<', seq)
    .$if(cursor !== null, query =>
      query.where(where =>
        where(where.refTuple('merged_at', 'id'), '>', where.tuple(cursor?.mergedAt ?? 0, cursor?.id ?? '')),
      ),
    )
    .limit(limit)
    .$narrowType<{ commit: string }>()
    .execute()
}

/** The newest pull requests that wait for their branch to be merged, oldest merge first. */
export async function unlandedPulls(
  db: Reader,
  repositoryId: string,
  { since, limit }: { since: Instant; limit: number },
): Promise<UnshippedPull[]> {
  const rows = await db
    .selectFrom('pull_request')
    .select(['id', 'merge_commit as commit', 'base_branch as baseBranch', 'merged_at as mergedAt'])
    .select('shipments_checked as checkedTo')
    .where('repository_id', '=', repositoryId)
    .where('waits_for_merge', '=', 1)
    .where('merge_commit', 'is not', null)
    .where('merged_at', '>=', since)
    .orderBy('merged_at', 'desc')
    .limit(limit)
    .$narrowType<{ commit: string }>()
    .execute()
  return rows.toReversed()
}

/** The pull requests that wait for a release. Only those with a merge commit count, since others cannot be found in a release. */
const unshippedPulls = (db: Reader, { accountId, repositoryId }: RepositoryKey) =>
  db
    .selectFrom('pull_request')
    .where('account_id', '=', accountId)
    .where('place', '=', 'unshipped')
    .where('repository_id', '=', repositoryId)
    .where('merge_commit', 'is not', null)
    .orderBy('merged_at')
    .orderBy('id')

/** The release or tag that a recorded pull request shipped in; null if none is known. */
export async function shipmentOf(
  db: Reader,
  repositoryId: string,
  { number, mergeCommit }: Pick<MergedPull, 'number' | 'mergeCommit'>,
): Promise<string | null> {
  const row = await db
    .selectFrom('pull_request')
    .select('shipped_in')
    .where('repository_id', '=', repositoryId)
    .where(where => (number === null ? where('commit_key', '=', mergeCommit) : where('number', '=', number)))
    .executeTakeFirst()
  return row?.shipped_in ?? null
}

/** Records that the pull requests were checked against all shipments up to `seq`. */
export async function markShipmentsChecked(tx: Tx, ids: readonly string[], seq: number): Promise<void> {
  if (ids.length === 0) return
  await tx.updateTable('pull_request').set({ shipments_checked: seq }).where('id', 'in', ids).execute()
}
