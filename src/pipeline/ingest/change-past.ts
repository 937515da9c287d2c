import { lockAccount } from '#accounts/account.ts'
import type { ActionContext } from '#accounts/activity.ts'
import { deleteDraft, entryFrom } from '#changelog/entries/store.ts'
import { refreshPlaces } from '#changelog/ledger/places.ts'
import { VALUES_PER_STATEMENT } from '#platform/db/database.ts'
import type { Tx } from '#platform/db/schema.ts'
import { chunksOf } from '#platform/iterables.ts'
import { MONTH_MS } from '#pulls/past.ts'
import { repositoryById } from '#pulls/repositories.ts'
import { draftHistory } from './draft-history.ts'

/** Makes history of the drafts that an import brought and nobody has touched. Gives how many. */
export async function pastAsHistory(tx: Tx, accountId: string): Promise<number> {
  await lockAccount(tx, accountId)
  const rows = await tx
    .selectFrom('entry')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('state', '=', 'draft')
    .where('arrival', '=', 'past')
    .where('origin', '=', 'pull-request')
    .where('touched', '=', 0)
    .where('flag', 'is', null)
    .where('version', '=', 1)
    .execute()
  for (const row of rows) await deleteDraft(tx, entryFrom(row))
  const pulls = rows.flatMap(row => row.primary_pull_request_id ?? [])
  for (const chunk of chunksOf(pulls, VALUES_PER_STATEMENT)) await refreshPlaces(tx, chunk)
  return rows.length
}

/** Makes drafts of what was merged in the month before the newest merge and is history. Gives how many. */
export async function lastMonthAsDrafts(tx: Tx, action: ActionContext, accountId: string): Promise<number> {
  await lockAccount(tx, accountId)
  const ofAccount = tx.selectFrom('pull_request').where('account_id', '=', accountId)
  const { newest } = await ofAccount
    .select(({ fn }) => fn.max('merged_at').as('newest'))
    .executeTakeFirstOrThrow()
  const rows = await ofAccount
    .select(['id', 'repository_id'])
    .where('place', '=', 'history')
    .where('merged_at', '>=', Number(newest ?? 0) - MONTH_MS)
    .execute()
  let drafts = 0
  for (const [repositoryId, those] of Map.groupBy(rows, row => row.repository_id)) {
    const repository = await repositoryById(tx, repositoryId)
    for (const chunk of chunksOf(those, VALUES_PER_STATEMENT)) {
      const made = await draftHistory(
        tx,
        action,
        repository,
        chunk.map(({ id }) => id),
      )
      drafts += made.length
    }
  }
  return drafts
}
