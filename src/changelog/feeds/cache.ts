import { BoundedCache } from '#platform/cache.ts'
import type { Database } from '#platform/db/database.ts'
import type { FeedAddress } from './address.ts'
import { type FeedFormat, renderFeed } from './feed.ts'
import { createFreshness, type FreshnessStamp } from './freshness.ts'
import { type FoundFeed, findFeed, readFeed } from './read-feed.ts'
import { type Rendition, renditionOf } from './rendition.ts'

const CACHE_BYTES = 48 * 1024 * 1024
/** Estimated memory of a rendition, with its compressed representations, as a multiple of the document's size. */
const SIZE_FACTOR = 2

interface CachedRendition {
  stamp: FreshnessStamp
  rendition: Rendition
}

interface PendingRendition {
  stamp: FreshnessStamp
  result: Promise<Rendition | null>
}

/** Rendered feeds in memory. It never returns a stale one. */
export interface FeedCache {
  /** The cached rendition, if it is known to be current. Throws if the database cannot be read. */
  ready(path: string): Rendition | undefined
  /** The rendition, rendered if needed; null if there is no such feed. Rejects if the database cannot be read. */
  fetch(address: FeedAddress): Promise<Rendition | null>
}

export interface FeedCacheOptions {
  db: Database
  baseUrl: string
  formats: readonly FeedFormat[]
}

/**
 * Renders each feed once per revision. Concurrent requests share a rendering, unless the database changed after it began. Unknown
 * addresses are not cached.
 */
export function createFeedCache({ db, baseUrl, formats }: FeedCacheOptions): FeedCache {
  const freshness = createFreshness(db)
  const renditions = new BoundedCache<CachedRendition>(CACHE_BYTES)
  const pending = new Map<string, PendingRendition>()

  async function load(address: FeedAddress, stamp: FreshnessStamp): Promise<Rendition | null> {
    const found = await findFeed(db.read, address.accountId, address.setId)
    if (!found) {
      renditions.delete(address.path)
      return null
    }
    const cached = renditions.get(address.path)?.rendition
    const rendition = cached && isCurrent(cached, found) ? cached : await render(found, address)
    renditions.set(address.path, { stamp, rendition }, rendition.body.length * SIZE_FACTOR)
    return rendition
  }

  async function render(found: FoundFeed, { path, format }: FeedAddress): Promise<Rendition> {
    const plainPath = path.slice(0, path.length - format.suffix.length)
    const feed = await readFeed(db.read, found, {
      baseUrl,
      address: baseUrl + plainPath,
      docs: `${baseUrl}/docs#json-feed`,
    })
    return renditionOf(found, format.mediaType, await renderFeed(format, feed, formats))
  }

  return {
    ready(path) {
      const cached = renditions.get(path)
      return cached && freshness.holds(cached.stamp) ? cached.rendition : undefined
    },
    async fetch(address) {
      await freshness.confirm()
      const current = pending.get(address.path)
      if (current && freshness.holds(current.stamp)) return current.result
      const stamp = freshness.stamp()
      const fetch: PendingRendition = { stamp, result: load(address, stamp) }
      pending.set(address.path, fetch)
      try {
        return await fetch.result
      } finally {
        if (pending.get(address.path) === fetch) pending.delete(address.path)
      }
    },
  }
}

const isCurrent = (rendition: Rendition, found: FoundFeed): boolean =>
  rendition.feedId === found.id && rendition.revision === found.revision
