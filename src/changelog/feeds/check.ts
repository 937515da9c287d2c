import type { Database } from '#platform/db/database.ts'
import { entryRows, findFeed } from './read-feed.ts'

/** By which a feed is found: the account's public id and the set. */
interface FeedKey {
  accountId: string
  setId: string | null
}

/** Tells whether feeds can be read, by reading one as it is read for its readers. */
export interface FeedCheck {
  /** Rejects where a feed cannot be read. Each time it reads another feed; but one that failed is read until it succeeds. */
  run(): Promise<void>
  /** This feed could not be read for somebody who asked for it. */
  failed(feed: FeedKey): void
}

export function createFeedCheck(db: Database): FeedCheck {
  let lastId = ''
  let failed: FeedKey | null = null
  return {
    async run() {
      await db.ping()
      const next = failed ?? (await nextAfter(lastId)) ?? (await nextAfter(''))
      if (!next) return
      failed = next
      const found = await findFeed(db.read, next.accountId, next.setId)
      if (found) await entryRows(db.read, found)
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
