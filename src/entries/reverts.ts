import { sql } from 'kysely'
import type { Tx } from '#db/schema.ts'
import { cancelledBy } from '#pulls/reverts.ts'
import { settlePlaces } from './ledger.ts'
import type { Mover } from './mover.ts'
import { bringBack, takeOut } from './taken-back.ts'

/**
 * Brings a repository's ledger in line with its reverts. What they took back, and the reverts themselves, are marked: drafts and
 * queue places are dismissed, an entry of several loses those and waits for a review, what was published stays and is flagged. What a
 * revert of a revert put into force again comes back as it was. It looks at all recorded reverts, so the order in which merges came
 * does not matter, and doing it again changes nothing. Gives what is in force again and has no entry to come back.
 */
export async function settleReverts(tx: Tx, mover: Mover, repositoryId: string): Promise<string[]> {
  const { marked, back } = await markReverted(tx, mover, repositoryId)
  await takeOut(tx, mover, marked)
  const without = await bringBack(tx, mover, back)
  await settlePlaces(tx, [...marked, ...back])
  return without
}

async function markReverted(tx: Tx, mover: Mover, repositoryId: string) {
  const candidates = await revertsAndTargets(tx, repositoryId)
  const cancelled = cancelledBy(candidates)
  const idsOf = (merges: Iterable<{ id: string }>) => [...merges].map(merge => merge.id)
  const marked = idsOf([...cancelled].filter(merge => merge.revertedAt === null))
  const back = idsOf(candidates.filter(merge => merge.revertedAt !== null && !cancelled.has(merge)))
  await mark(tx, marked, mover.clock.now())
  await mark(tx, back, null)
  return { marked, back }
}

async function mark(tx: Tx, ids: readonly string[], revertedAt: number | null): Promise<void> {
  if (ids.length === 0) return
  await tx.updateTable('pull_request').set({ reverted_at: revertedAt }).where('id', 'in', ids).execute()
}

/** As its index has it. */
export const abbreviatedCommit = sql<string>`substr(merge_commit, 1, 7)`

async function revertsAndTargets(tx: Tx, repositoryId: string) {
  const columns = ['id', 'number', 'merge_commit', 'reverts_number', 'reverts_commit', 'reverted_at'] as const
  const ofRepository = tx.selectFrom('pull_request').select(columns).where('repository_id', '=', repositoryId)
  // Also what was reverted by a pull request that no longer says so. As the index has it.
  const reverts = await ofRepository
    .where(where =>
      where.or([
        where('reverts_number', 'is not', null),
        where('reverts_commit', 'is not', null),
        where('reverted_at', 'is not', null),
      ]),
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
