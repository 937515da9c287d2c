import { lockAccount } from '#accounts/account.ts'
import type { ActionContext } from '#accounts/activity.ts'
import { deleteDraft, entryFrom } from '#changelog/entries/store.ts'
import { refreshPlaces } from '#changelog/ledger/places.ts'
import { VALUES_PER_STATEMENT } from '#platform/db/database.ts'
import type { Reader, Tx } from '#platform/db/schema.ts'
import { chunksOf } from '#platform/iterables.ts'
import { MONTH_MS } from '#pulls/past.ts'
import { repositoryById } from '#pulls/repositories.ts'
import { draftHistory } from './draft-history.ts'

/**
 * Makes history of the drafts that an import brought and nobody has touched: worded, placed in an edition, given a post's text, or kept
 * out of a group. Gives how many.
 */
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
    .where('edition_id', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('declined_group').select('issue').whereRef('declined_group.entry_id', '=', 'entry.id'),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('post_text').select('text').whereRef('post_text.entry_id', '=', 'entry.id'))),
    )
    .execute()
  for (const row of rows) await deleteDraft(tx, entryFrom(row))
  const pulls = rows.flatMap(row => row.primary_pull_request_id ?? [])
  for (const chunk of chunksOf(pulls, VALUES_PER_STATEMENT)) await refreshPlaces(tx, chunk)
  return rows.length
}

/** How many `lastMonthAsDrafts` would draft. */
export async function countLastMonth(db: Reader, accountId: string): Promise<number> {
  const newest = db
    .selectFrom('pull_request')
    .select(['repository_id', ({ fn }) => fn.max('merged_at').as('newest')])
    .where('account_id', '=', accountId)
    .groupBy('repository_id')
  const { count } = await db
    .selectFrom('pull_request as pull')
    .innerJoin(newest.as('last'), 'last.repository_id', 'pull.repository_id')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('pull.account_id', '=', accountId)
    .where('pull.place', '=', 'history')
    .where(({ eb }) => eb('pull.merged_at', '>=', eb('last.newest', '-', MONTH_MS)))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Makes drafts of what is history and was merged in the month before the newest merge of its repository. Gives how many. */
export async function lastMonthAsDrafts(tx: Tx, action: ActionContext, accountId: string): Promise<number> {
  await lockAccount(tx, accountId)
  const pulls = tx.selectFrom('pull_request').where('account_id', '=', accountId)
  const repositories = await pulls
    .select(['repository_id', ({ fn }) => fn.max('merged_at').as('newest')])
    .groupBy('repository_id')
    .execute()
  let drafts = 0
  for (const { repository_id: id, newest } of repositories) {
    const repository = await repositoryById(tx, id)
    const rows = await pulls
      .select('id')
      .where('repository_id', '=', id)
      .where('place', '=', 'history')
      .where('merged_at', '>=', Number(newest) - MONTH_MS)
      .execute()
    const ids = rows.map(row => row.id)
    for (const chunk of chunksOf(ids, VALUES_PER_STATEMENT))
      drafts += (await draftHistory(tx, action, repository, chunk)).length
  }
  return drafts
}
