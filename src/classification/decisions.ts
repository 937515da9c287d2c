import type { Tx } from '#db/schema.ts'
import type { Clock } from '#kit/clock.ts'
import type { Ids } from '#kit/ids.ts'
import type { Classification } from './classification.ts'

/** A classification about to be stored: of which pull request, and a hash of what was looked at. */
export interface NewDecision {
  pullRequestId: string
  classification: Classification
  inputHash: string
}

/**
 * Appends decisions and puts them in force; earlier ones are kept. Gives the decisions' ids, in the same order.
 */
export async function appendDecisions(
  tx: Tx,
  clock: Clock,
  ids: Ids,
  accountId: string,
  decisions: readonly NewDecision[],
): Promise<string[]> {
  if (decisions.length === 0) return []
  const made = decisions.map(decision => ({ id: ids.next(), ...decision }))
  const madeAt = clock.now()
  await tx
    .insertInto('decision')
    .values(made.map(decision => rowOf(decision, accountId, madeAt)))
    .execute()
  for (const { id, pullRequestId } of made) {
    await tx.updateTable('pull_request').set({ decision_id: id }).where('id', '=', pullRequestId).execute()
  }
  return made.map(decision => decision.id)
}

function rowOf(
  { id, pullRequestId, classification, inputHash }: NewDecision & { id: string },
  accountId: string,
  madeAt: number,
) {
  const { evidence, ...rest } = classification
  return {
    id,
    account_id: accountId,
    pull_request_id: pullRequestId,
    made_at: madeAt,
    input_hash: inputHash,
    ...rest,
    evidence: JSON.stringify(evidence),
  }
}
