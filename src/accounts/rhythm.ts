import type { Instant } from '#platform/clock.ts'
import type { Reader, Tx } from '#platform/db/schema.ts'
import { type ActionContext, recordActivity } from './activity.ts'
import { touchFeeds } from './feed-revision.ts'

/** How an account publishes: entry by entry, or in editions of a week, two weeks, a month, or a release. */
export const PERIODS = ['one-by-one', 'weekly', 'every-two-weeks', 'monthly', 'release'] as const
export type Period = (typeof PERIODS)[number]

export interface Rhythm {
  period: Period
  /** Drafts merged from then on are in editions; null while they go out one by one. */
  since: Instant | null
  /** What is breaking or about security does not wait for the edition. */
  urgentAtOnce: boolean
  /** Feeds list the entries of an edition by themselves instead of the edition. */
  feedsListItems: boolean
}

export async function rhythmOf(db: Reader, accountId: string): Promise<Rhythm> {
  const row = await db
    .selectFrom('account')
    .select(['rhythm', 'rhythm_since', 'urgent_at_once', 'feeds_list_items'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  return {
    period: row.rhythm,
    since: row.rhythm_since,
    urgentAtOnce: row.urgent_at_once === 1,
    feedsListItems: row.feeds_list_items === 1,
  }
}

/** Stores the rhythm and records the change. What feeds list changes them. */
export async function storeRhythm(
  tx: Tx,
  { clock, ids, actor }: ActionContext,
  accountId: string,
  before: Rhythm,
  after: Rhythm,
): Promise<void> {
  await tx
    .updateTable('account')
    .set({
      rhythm: after.period,
      rhythm_since: after.since,
      urgent_at_once: Number(after.urgentAtOnce),
      feeds_list_items: Number(after.feedsListItems),
    })
    .where('id', '=', accountId)
    .execute()
  if (before.feedsListItems !== after.feedsListItems) await touchFeeds(tx, clock, accountId, 'all')
  await recordActivity(tx, { clock, ids, actor }, 'rhythm changed', {
    accountId,
    before: { ...before },
    after: { ...after },
  })
}
