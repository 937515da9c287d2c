import type { Instant } from '#platform/clock.ts'
import type { Tx } from '#platform/db/schema.ts'

const LONGEST_REASON = 300

/** Stores why pull requests could not be classified. The time of the first failure is kept. */
export async function markUnclassifiable(
  tx: Tx,
  now: Instant,
  failures: readonly { id: string; failure: string }[],
): Promise<void> {
  for (const { id, failure } of failures) {
    await tx
      .updateTable('pull_request')
      .set(build => ({
        classification_error: failure.slice(0, LONGEST_REASON),
        classification_failed_at: build.fn.coalesce('classification_failed_at', build.val(now)),
      }))
      .where('id', '=', id)
      .execute()
  }
}

/** Clears the failure of pull requests that could be classified. */
export async function clearUnclassifiable(tx: Tx, pullRequestIds: readonly string[]): Promise<void> {
  if (pullRequestIds.length === 0) return
  await tx
    .updateTable('pull_request')
    .set({ classification_error: null, classification_failed_at: null })
    .where('id', 'in', pullRequestIds)
    .where('classification_error', 'is not', null)
    .execute()
}

/** Marks a failed pull request as classified by a person. The reason stays, since its text still cannot be processed. */
export async function resolveUnclassifiable(tx: Tx, pullRequestId: string): Promise<void> {
  await tx
    .updateTable('pull_request')
    .set({ classification_failed_at: null })
    .where('id', '=', pullRequestId)
    .where('classification_failed_at', 'is not', null)
    .execute()
}
