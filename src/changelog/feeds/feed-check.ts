import { FEED_LIMIT } from '#changelog/limits.ts'
import type { Database } from '#platform/db/database.ts'
import { factsOf, publishedEntries } from './published.ts'
import { findFeed } from './read-feed.ts'

/** Identifies a feed. `accountId` is the account's public id. */
interface FeedKey {
  accountId: string
  setId: string | null
}

/** A health check that reads a feed like a request does. */
export interface FeedCheck {
  /** Chooses the feed that `run` reads. Rejects if the database does not answer. */
  choose(): Promise<void>
  /** Rejects if a feed cannot be read. It checks another feed each time, but repeats one that failed until it succeeds. */
  run(): Promise<void>
  /** Reports that a request could not read this feed. */
  failed(feed: FeedKey): void
}

export function createFeedCheck(db: Database): FeedCheck {
  let lastId = ''
  let failed: FeedKey | null = null
  let next: FeedKey | undefined
  return {
    async choose() {
      await db.ping()
      next = failed ?? (await nextAfter(lastId)) ?? (await nextAfter(''))
    },
    async run() {
      if (!next) return
      failed = next
      const found = await findFeed(db.read, next.accountId, next.setId)
      if (found) {
        const rows = await publishedEntries(db.read, found).limit(FEED_LIMIT).execute()
        await factsOf(db.read, found.accountId, rows, found.shownPulls)
      }
      failed = null
      lastId = found?.id ?? ''
    },
    failed({ accountId, setId }) {
      failed = { accountId, setId }
    },
  }

  async function nextAfter(id: string): Promise<FeedKey | undefined> {
    return db.read
      .selectFrom('feed')
      .innerJoin('account', 'account.id', 'feed.account_id')
      .select(['account.public_id as accountId', 'feed.set_id as setId'])
      .where('feed.id', '>', id)
      .orderBy('feed.id')
      .limit(1)
      .executeTakeFirst()
  }
}
