import { type Entry, isUntouched } from '#changelog/entries/entry.ts'
import { liveEntriesOf } from '#changelog/entries/store.ts'
import { VALUES_PER_STATEMENT } from '#platform/db/database.ts'
import type { Reader } from '#platform/db/schema.ts'
import { chunksOf } from '#platform/iterables.ts'

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
