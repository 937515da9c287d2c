import { type AccountCounts, countsOf } from '#changelog/inbox/counts.ts'
import type { Reader } from '#platform/db/schema.ts'
import { type SocialCounts, socialCounts } from '#social/posts/waiting.ts'

/** What the navigation of the dashboard shows beside its pages. */
export type PageCounts = AccountCounts & { social: SocialCounts }

export const pageCounts = async (db: Reader, accountId: string): Promise<PageCounts> => ({
  ...(await countsOf(db, accountId)),
  social: await socialCounts(db, accountId),
})
