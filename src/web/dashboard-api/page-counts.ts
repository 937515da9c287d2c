import { type AccountCounts, countsOf } from '#changelog/inbox/items.ts'
import type { Reader } from '#platform/db/schema.ts'
import { type SocialCounts, socialCounts } from '#social/posts/post.ts'

/** The numbers that the dashboard's navigation shows beside its pages. */
export type PageCounts = AccountCounts & {
  social: SocialCounts
}

export async function pageCounts(db: Reader, accountId: string): Promise<PageCounts> {
  return {
    ...(await countsOf(db, accountId)),
    social: await socialCounts(db, accountId),
  }
}
