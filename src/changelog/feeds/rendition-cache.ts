import { LRUCache } from 'lru-cache'
import type { Database } from '#platform/db/database.ts'
import { createFreshness, type Freshness, type FreshnessStamp } from '#platform/db/freshness.ts'
import type { Rendition } from './rendition.ts'

/** Estimated memory of a rendition, with its compressed representations, as a multiple of the document's size. */
const SIZE_FACTOR = 2

interface Pending<R> {
  stamp: FreshnessStamp
  result: Promise<R | null>
}

/** Documents and images in memory, by address. Never returns a stale one. */
export class RenditionCache<R extends { body: Uint8Array } = Rendition> {
  readonly #freshness: Freshness
  readonly #renditions: LRUCache<string, { stamp: FreshnessStamp; rendition: R }>
  readonly #pending = new Map<string, Pending<R>>()

  constructor(db: Database, maxBytes: number) {
    this.#freshness = createFreshness(db)
    this.#renditions = new LRUCache({ maxSize: maxBytes })
  }

  /** The cached rendition, if it is known to be current: not where the database cannot be read, as `fetch` then says. */
  ready(key: string): R | undefined {
    const cached = this.#renditions.get(key)
    try {
      return cached && this.#freshness.holds(cached.stamp) ? cached.rendition : undefined
    } catch {
      return undefined
    }
  }

  /**
   * Returns the rendition that `load` reads. `load` gets the cached one and may return it if its revision is
   * unchanged; null means that there is nothing at this address, and is not cached. Concurrent calls share
   * one `load`, unless the database changed after it began. Rejects if the database cannot be read.
   */
  async fetch(key: string, load: (cached: R | undefined) => Promise<R | null>): Promise<R | null> {
    await this.#freshness.confirm()
    const current = this.#pending.get(key)
    if (current && this.#freshness.holds(current.stamp)) return current.result
    const stamp = this.#freshness.stamp()
    const fetch: Pending<R> = { stamp, result: this.#load(key, stamp, load) }
    this.#pending.set(key, fetch)
    try {
      return await fetch.result
    } finally {
      if (this.#pending.get(key) === fetch) this.#pending.delete(key)
    }
  }

  async #load(
    key: string,
    stamp: FreshnessStamp,
    load: (cached: R | undefined) => Promise<R | null>,
  ): Promise<R | null> {
    const rendition = await load(this.#renditions.get(key)?.rendition)
    if (rendition === null) this.#renditions.delete(key)
    else
      this.#renditions.set(
        key,
        { stamp, rendition },
        { size: key.length + rendition.body.length * SIZE_FACTOR },
      )
    return rendition
  }
}
