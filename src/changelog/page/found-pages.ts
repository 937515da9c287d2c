import { createFreshness, type Freshness, type FreshnessStamp } from '#changelog/feeds/freshness.ts'
import { BoundedCache } from '#platform/cache.ts'
import type { Database } from '#platform/db/database.ts'
import { type FoundPage, findPage, type PageReference } from './find-page.ts'

const MOST = 1_000

/** Pages by address, found again only after the database changed; on PostgreSQL a fifth of a second after they were found, as feeds are. */
export class FoundPages {
  readonly #db: Database
  readonly #freshness: Freshness
  readonly #found = new BoundedCache<{ stamp: FreshnessStamp; page: FoundPage }>(MOST)

  constructor(db: Database) {
    this.#db = db
    this.#freshness = createFreshness(db)
  }

  /** Null where there is no such page. Rejects if the database cannot be read. */
  async find(reference: PageReference, setId: string | null): Promise<FoundPage | null> {
    const key = JSON.stringify([reference, setId])
    const known = this.#found.get(key)
    if (known && this.#freshness.holds(known.stamp)) return known.page
    await this.#freshness.confirm()
    const stamp = this.#freshness.stamp()
    const page = await findPage(this.#db.read, reference, setId)
    if (page) this.#found.set(key, { stamp, page }, 1)
    return page
  }
}
