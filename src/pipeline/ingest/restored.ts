import { draftOf } from '#changelog/entries/draft.ts'
import type { EntryContext } from '#changelog/entries/entry-effects.ts'
import { insertEntries, type NewEntry } from '#changelog/entries/store.ts'
import type { Kind, Magnitude } from '#judgement/classification/classification.ts'
import type { Tx } from '#platform/db/schema.ts'
import type { Repository } from '#pulls/repositories.ts'

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
      const merge = { id: row.id, pull: { files: JSON.parse(row.files) }, classification, pitch: row }
      return {
        entry: draftOf(mover, repository, merge),
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
    .select(['pitch.headline', 'pitch.body'])
    .where('pull.id', 'in', pullRequestIds)
    .where('decision.visibility', '=', 'user-facing')
    .where('pull.promoted_at', 'is', null)
    .execute()
