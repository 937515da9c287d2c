import { openEditionOf } from '#changelog/editions/edition.ts'
import { sizeNow } from '#changelog/editions/items.ts'
import { type AccountCounts, countsOf } from '#changelog/inbox/counts.ts'
import type { Reader } from '#platform/db/schema.ts'
import { type SocialCounts, socialCounts } from '#social/posts/post.ts'

/** What the navigation of the dashboard shows beside its pages. */
export type PageCounts = AccountCounts & {
  social: SocialCounts
  /** Entries of the edition that goes out next; null where there is none. */
  edition: number | null
}

export async function pageCounts(db: Reader, accountId: string): Promise<PageCounts> {
  const open = await openEditionOf(db, accountId)
  return {
    ...(await countsOf(db, accountId)),
    social: await socialCounts(db, accountId),
    edition: open && (await sizeNow(db, open)),
  }
}
