import type { Reader } from '#platform/db/schema.ts'
import { FEED_LIMIT, type FeedEntry, type FeedHead } from './feed.ts'
import { type FeedPosition, type FoundFeed, feedEntries, findFeed, headOf } from './read-feed.ts'

/** A feed with all that was ever published, for a copy of it: it names no address, since that is a secret. */
export interface WholeFeed {
  head: FeedHead
  /** Newest first, read bit by bit. */
  entries: AsyncIterable<FeedEntry>
}

/** Null for an unknown account. */
export async function wholeFeed(
  db: Reader,
  publicId: string,
  { baseUrl, docs }: { baseUrl: string; docs: string },
): Promise<WholeFeed | null> {
  const found = await findFeed(db, publicId, null)
  if (!found) return null
  const updated = await newestChange(db, found)
  return {
    head: headOf(found, { baseUrl, updated, address: null, docs }),
    entries: allEntries(db, found, baseUrl),
  }
}

async function newestChange(db: Reader, { accountId, createdAt }: FoundFeed): Promise<number> {
  const row = await db
    .selectFrom('entry')
    .select(build => build.fn.max('updated_at').as('updated'))
    .where('account_id', '=', accountId)
    .where('state', '=', 'published')
    .executeTakeFirst()
  return Number(row?.updated ?? createdAt)
}

async function* allEntries(db: Reader, found: FoundFeed, baseUrl: string): AsyncGenerator<FeedEntry> {
  let after: FeedPosition | undefined
  for (;;) {
    const page = await feedEntries(db, found, { baseUrl, after })
    yield* page
    after = page.at(-1)
    if (page.length < FEED_LIMIT) return
  }
}
