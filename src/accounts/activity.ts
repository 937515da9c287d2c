import type { Clock } from '#platform/clock.ts'
import type { Tx } from '#platform/db/schema.ts'
import type { Ids } from '#platform/ids.ts'

/** Actors that are no persons: what they do says nothing of what a team takes for news. */
export const MACHINE_ACTORS = [
  'import',
  'revert',
  'queue',
  'policy',
  'code host',
  'payment',
  'connection link',
] as const

/** Who acts, and the clock and ids to do it with. */
export interface ActionContext {
  clock: Clock
  ids: Ids
  /** A person's id, `command-line`, or one of `MACHINES`. */
  actor: string
}

/** One line of the activity log: who did what to what, and how it was before and after. */
export interface Activity {
  accountId: string
  /** A person's id, `command-line`, or one of `MACHINES`. */
  actor: string
  action: string
  /** The id of what it was done to. */
  subject: string
  before?: unknown
  after?: unknown
}

export async function recordActivity(
  tx: Tx,
  clock: Clock,
  ids: Ids,
  ...activities: Activity[]
): Promise<void> {
  if (activities.length === 0) return
  const at = clock.now()
  await tx
    .insertInto('activity')
    .values(
      activities.map(({ accountId, before, after, ...rest }) => ({
        id: ids.next(),
        account_id: accountId,
        at,
        ...rest,
        before: before === undefined ? null : JSON.stringify(before),
        after: after === undefined ? null : JSON.stringify(after),
      })),
    )
    .execute()
}
