import { sql } from 'kysely'
import { recordActivity } from '#accounts/activity.ts'
import type { Tx } from '#db/schema.ts'
import { cancelledBy } from '#pulls/reverts.ts'
import { liveEntriesOf } from './entries.ts'
import { settlePlaces } from './ledger.ts'
import { dismissEntry, type Mover } from './moves.ts'

/**
 * Marks what a repository's reverts took back, and the reverts themselves. Their drafts and queue places are dismissed; what was
 * published stays and is flagged for a person. It looks at all recorded reverts, so the order in which merges came does not
 * matter, and doing it again changes nothing.
 */
export async function settleReverts(tx: Tx, mover: Mover, repositoryId: string): Promise<void> {
  const marked = await markReverted(tx, mover, repositoryId)
  if (marked.length === 0) return
  const entries = await liveEntriesOf(tx, marked)
  for (const entry of new Map([...entries.values()].map(entry => [entry.id, entry])).values()) {
    if (entry.state === 'published') await flag(tx, mover, entry)
    else await dismissEntry(tx, mover, entry.id)
  }
  await settlePlaces(tx, marked)
}

async function markReverted(tx: Tx, mover: Mover, repositoryId: string): Promise<string[]> {
  const candidates = await revertsAndTargets(tx, repositoryId)
  const fresh = [...cancelledBy(candidates)].filter(merge => merge.revertedAt === null).map(merge => merge.id)
  if (fresh.length > 0) {
    await tx
      .updateTable('pull_request')
      .set({ reverted_at: mover.clock.now() })
      .where('id', 'in', fresh)
      .execute()
  }
  return fresh
}

/** As its index has it. */
const abbreviatedCommit = sql<string>`substr(merge_commit, 1, 7)`

async function revertsAndTargets(tx: Tx, repositoryId: string) {
  const columns = ['id', 'number', 'merge_commit', 'reverts_number', 'reverts_commit', 'reverted_at'] as const
  const ofRepository = tx.selectFrom('pull_request').select(columns).where('repository_id', '=', repositoryId)
  const reverts = await ofRepository
    .where(where =>
      where.or([where('reverts_number', 'is not', null), where('reverts_commit', 'is not', null)]),
    )
    .execute()
  const numbers = reverts.flatMap(row => row.reverts_number ?? [])
  const commits = reverts.flatMap(row => row.reverts_commit ?? [])
  const targets = [
    ...(numbers.length > 0 ? await ofRepository.where('number', 'in', numbers).execute() : []),
    ...(commits.length > 0 ? await ofRepository.where(abbreviatedCommit, 'in', commits).execute() : []),
  ]
  const rows = new Map([...reverts, ...targets].map(row => [row.id, row]))
  return [...rows.values()].map(row => ({
    id: row.id,
    number: row.number,
    mergeCommit: row.merge_commit,
    revertedAt: row.reverted_at,
    reverts:
      row.reverts_number === null && row.reverts_commit === null
        ? null
        : { number: row.reverts_number, commit: row.reverts_commit },
  }))
}

async function flag(
  tx: Tx,
  { clock, ids, actor }: Mover,
  entry: { id: string; accountId: string },
): Promise<void> {
  await tx.updateTable('entry').set({ flag: 'reverted' }).where('id', '=', entry.id).execute()
  await recordActivity(tx, clock, ids, {
    accountId: entry.accountId,
    actor,
    action: 'reverted after publication',
    subject: entry.id,
  })
}
