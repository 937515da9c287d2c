import type { ActionContext } from '#accounts/activity.ts'
import { newDraft } from '#changelog/entries/entry.ts'
import { insertEntries, type NewEntry } from '#changelog/entries/store.ts'
import { refreshPlaces } from '#changelog/ledger/places.ts'
import type { Tx } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'
import { type Repository, repositoryById } from '#pulls/repositories/repositories.ts'

/**
 * Drafts pull requests that are history. They keep the decision and the words from when they were recorded.
 * Internal ones and those that were announced get no draft. Returns the ids of the drafts.
 */
export async function draftHistory(
  tx: Tx,
  action: ActionContext,
  repository: Repository,
  pullRequestIds: readonly string[],
): Promise<string[]> {
  if (pullRequestIds.length === 0) return []
  const rows = await historyPulls(tx, pullRequestIds)
  const drafts = rows.map((row): NewEntry => {
    const classification = { kind: row.kind, magnitude: row.magnitude }
    const pitch = { ...row, ...(row.needs_words !== null && { needsWords: row.needs_words }) }
    const merge = { id: row.id, pull: { files: JSON.parse(row.files) }, classification, pitch }
    return {
      entry: newDraft(action, repository, merge),
      pullRequestIds: [row.id],
      decisionId: row.decision_id,
    }
  })
  await insertEntries(tx, drafts)
  await refreshPlaces(
    tx,
    rows.map(({ id }) => id),
  )
  return drafts.map(({ entry }) => entry.id)
}

const historyPulls = (tx: Tx, pullRequestIds: readonly string[]) =>
  tx
    .selectFrom('pull_request as pull')
    .innerJoin('decision', 'decision.id', 'pull.decision_id')
    .innerJoin('pitch', 'pitch.pull_request_id', 'pull.id')
    .select(['pull.id', 'pull.files', 'pull.decision_id', 'decision.kind', 'decision.magnitude'])
    .select(['pitch.headline', 'pitch.body', 'pitch.needs_words'])
    .where('pull.id', 'in', pullRequestIds)
    .where('pull.place', '=', 'history')
    .execute()

/** Drafts one pull request that is history, and returns the draft's id. Throws `conflict` if it is not history. */
export async function draftPull(
  tx: Tx,
  action: ActionContext,
  accountId: string,
  pullRequestId: string,
): Promise<string> {
  const pull = await tx
    .selectFrom('pull_request')
    .select('repository_id')
    .where('id', '=', pullRequestId)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (!pull) throw new AppError('not_found', 'The account has no such pull request.')
  const repository = await repositoryById(tx, pull.repository_id)
  const [draft] = await draftHistory(tx, action, repository, [pullRequestId])
  if (draft !== undefined) return draft
  throw new AppError('conflict', 'This pull request is not history any more, so it gets no draft.')
}
