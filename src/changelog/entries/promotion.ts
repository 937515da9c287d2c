import { type ActionContext, recordActivity } from '#accounts/activity.ts'
import { refreshPlaces } from '#changelog/ledger/places.ts'
import type { Instant } from '#platform/clock.ts'
import type { Tx } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'
import { isUuid } from '#platform/ids.ts'
import { safeLine } from '#platform/text.ts'
import { markPromoted } from './transitions.ts'

/** Whether a pull request counts as announced, since when and by whom. */
export interface Promotion {
  pullRequestId: string
  accountId: string
  promotedAt: Instant | null
  promotedBy: string | null
}

/** A person says that it was announced elsewhere. Saying so again changes nothing: who was first is kept. */
export async function markAnnouncedElsewhere(
  tx: Tx,
  mover: ActionContext,
  pullRequestId: string,
  accountId?: string,
): Promise<Promotion> {
  const before = await promotionOf(tx, pullRequestId, accountId)
  if (before.promotedAt !== null) return before
  await markPromoted(tx, mover, [pullRequestId])
  return logged(tx, mover, 'marked as announced elsewhere', before)
}

/** A person says that it may be announced again. `conflict` while a published entry tells of it. */
export async function clearPromotion(
  tx: Tx,
  mover: ActionContext,
  pullRequestId: string,
  accountId?: string,
): Promise<Promotion> {
  const before = await promotionOf(tx, pullRequestId, accountId)
  if (before.promotedAt === null) return before
  const { numUpdatedRows } = await tx
    .updateTable('pull_request')
    .set({ promoted_at: null, promoted_by: null })
    .where('id', '=', pullRequestId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('entry_pull_request as link')
            .innerJoin('entry', 'entry.id', 'link.entry_id')
            .select('entry.id')
            .whereRef('link.pull_request_id', '=', 'pull_request.id')
            .where('entry.state', '=', 'published'),
        ),
      ),
    )
    .executeTakeFirst()
  if (numUpdatedRows === 0n)
    throw new AppError('conflict', 'A published entry tells of it; withdraw that entry first.')
  return logged(tx, mover, 'cleared as announced', before)
}

/** The ledger's highlights tell whether something was announced. */
async function logged(
  tx: Tx,
  { clock, ids, actor }: ActionContext,
  action: string,
  before: Promotion,
): Promise<Promotion> {
  const { pullRequestId, accountId } = before
  await refreshPlaces(tx, [pullRequestId])
  const after = await promotionOf(tx, pullRequestId)
  const told = ({ promotedAt, promotedBy }: Promotion) => ({ at: promotedAt, by: promotedBy })
  await recordActivity(tx, clock, ids, {
    ...{ accountId, actor, action, subject: pullRequestId },
    before: told(before),
    after: told(after),
  })
  return after
}

async function promotionOf(tx: Tx, id: string, accountId?: string): Promise<Promotion> {
  const row = isUuid(id)
    ? await tx
        .selectFrom('pull_request')
        .select(['account_id', 'promoted_at', 'promoted_by'])
        .where('id', '=', id)
        .$if(accountId !== undefined, query => query.where('account_id', '=', accountId ?? ''))
        .executeTakeFirst()
    : undefined
  if (!row)
    throw new AppError(
      'not_found',
      `No pull request has the id ${safeLine(id.slice(0, 100))}; "tidings pull list" shows them.`,
    )
  return {
    pullRequestId: id,
    accountId: row.account_id,
    promotedAt: row.promoted_at,
    promotedBy: row.promoted_by,
  }
}
