import { BoundedCache } from '#platform/cache.ts'
import type { Database } from '#platform/db/database.ts'
import type { FeedAddress } from './address.ts'
import { type FeedFormat, renderFeed } from './feed.ts'
import { createFreshness, type FreshnessStamp } from './freshness.ts'
import { type FoundFeed, findFeed, readFeed } from './read-feed.ts'
import { type Rendition, renditionOf } from './rendition.ts'

const MEMORY = 48 * 1024 * 1024
/** The document, its two compressed forms and what surrounds them, in multiples of the document. */
const SHARE = 2

interface CachedRendition {
  stamp: FreshnessStamp
  rendition: Rendition
}

interface PendingRendition {
  stamp: FreshnessStamp
  result: Promise<Rendition | null>
}

/** Rendered feeds in memory. What is given out is current, or nothing is given out. */
export interface FeedCache {
  /** The rendition if it is there and surely current; no waiting. Throws when the database cannot be read. */
  ready(path: string): Rendition | undefined
  /** The same, read and rendered where needed; null for an address that names no feed. Rejects when it cannot be read. */
  fetch(address: FeedAddress): Promise<Rendition | null>
}

export interface FeedCacheOptions {
  db: Database
  baseUrl: string
  formats: readonly FeedFormat[]
}

/**
 * A rendition is made once per change: while its feed's revision stays, one is kept, and those who ask while one is being made
 * wait for it, unless the database has changed since that making began. Addresses that name nothing leave no trace here.
 */
export function createFeedCache({ db, baseUrl, formats }: FeedCacheOptions): FeedCache {
  const freshness = createFreshness(db)
  const kept = new BoundedCache<CachedRendition>(MEMORY)
  const fetches = new Map<string, PendingRendition>()

  async function load(address: FeedAddress, stamp: FreshnessStamp): Promise<Rendition | null> {
    const found = await findFeed(db.read, address.accountId, address.setId)
    if (!found) {
      kept.delete(address.path)
      return null
    }
    const held = kept.get(address.path)?.rendition
    const rendition = held && isCurrent(held, found) ? held : await render(found, address)
    kept.set(address.path, { stamp, rendition }, rendition.body.length * SHARE)
    return rendition
  }

  async function render(found: FoundFeed, { path, format }: FeedAddress): Promise<Rendition> {
    const plainPath = path.slice(0, path.length - format.suffix.length)
    const feed = await readFeed(db.read, found, {
      baseUrl,
      address: baseUrl + plainPath,
      docs: `${baseUrl}/docs#json-feed`,
    })
    return renditionOf(found, format.mediaType, renderFeed(format, feed, formats))
  }

  return {
    ready(path) {
      const held = kept.get(path)
      return held && freshness.holds(held.stamp) ? held.rendition : undefined
    },
    async fetch(address) {
      await freshness.confirm()
      const underWay = fetches.get(address.path)
      if (underWay && freshness.holds(underWay.stamp)) return underWay.result
      const stamp = freshness.stamp()
      const fetch: PendingRendition = { stamp, result: load(address, stamp) }
      fetches.set(address.path, fetch)
      try {
        return await fetch.result
      } finally {
        if (fetches.get(address.path) === fetch) fetches.delete(address.path)
      }
    },
  }
}

const isCurrent = (rendition: Rendition, found: FoundFeed): boolean =>
  rendition.feedId === found.id && rendition.revision === found.revision
