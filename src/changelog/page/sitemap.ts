import { pageAddress, permalinkPath } from '#changelog/feeds/address.ts'
import { publishedEntries, TITLE, UPDATED_AT } from '#changelog/feeds/published.ts'
import { type Instant, isoOf } from '#platform/clock.ts'
import type { Reader } from '#platform/db/schema.ts'
import { escapeMarkup } from '#platform/markup/markup.ts'
import type { FoundPage } from './find-page.ts'
import type { PageRequest } from './page.ts'
import { shownOn } from './page-entries.ts'

/** The path of the sitemap, below a page's address or the installation's. */
export const SITEMAP = 'sitemap.xml'

/** The most addresses that a sitemap may contain (sitemaps.org). */
const MOST_ADDRESSES = 50_000

/**
 * The sitemap of a page: its list and the permalinks of what it shows, the newest first; in another language those of what is translated,
 * with the editions that it is in.
 */
export async function pageSitemap({ db, page, baseUrl }: PageRequest): Promise<string> {
  const home = pageAddress(baseUrl, page.identity)
  const inEditions = publishedEntries(db.read, page, 'items')
    .where('told.language', 'is not', null)
    .clearSelect()
    .clearOrderBy()
    .select('entry.edition_id')
  const rows = await publishedEntries(db.read, page, 'both')
    .$if(page.translation !== null, query =>
      query.where(where =>
        where.or([where('told.language', 'is not', null), where('entry.id', 'in', inEditions)]),
      ),
    )
    .clearSelect()
    .select(['entry.id', UPDATED_AT.as('updated_at'), TITLE.as('title')])
    .limit(MOST_ADDRESSES - 1)
    .execute()
  const shown = await shownOn(db.read, page, rows)
  const changes = await changesInEditions(db.read, page)
  const entries = shown.map(row => ({
    address: home + permalinkPath(row),
    changedAt: Math.max(row.updated_at, changes.get(row.id) ?? 0),
  }))
  return sitemapXml('urlset', 'url', [{ address: home, changedAt: page.changedAt }, ...entries])
}

/** When one of its entries last changed, by edition: readers see that as a change of the edition. */
async function changesInEditions(db: Reader, page: FoundPage): Promise<Map<string, Instant>> {
  const rows = await publishedEntries(db, page, 'items')
    .clearSelect()
    .clearOrderBy()
    .select(['entry.edition_id', ({ fn }) => fn.max(UPDATED_AT).as('updated_at')])
    .where('entry.edition_id', 'is not', null)
    .groupBy('entry.edition_id')
    .execute()
  return new Map(rows.map(({ edition_id: id, updated_at: at }) => [id ?? '', Number(at)]))
}

/** The addresses of a page's sitemaps, one for each of its languages. */
export const sitemapsOf = ({ identity, languages }: FoundPage, baseUrl: string): string[] =>
  languages.map(
    (language, at) =>
      `${pageAddress(baseUrl, { ...identity, language: at === 0 ? null : language })}/${SITEMAP}`,
  )

/** The sitemap index of an installation: the sitemaps of the pages below its address. A page on a host of its own has its sitemaps there. */
export const sitemapOfPages = (baseUrl: string, pages: readonly FoundPage[]): string =>
  sitemapXml(
    'sitemapindex',
    'sitemap',
    pages.flatMap(page => sitemapsOf(page, baseUrl).map(address => ({ address, changedAt: page.changedAt }))),
  )

/** The text of `robots.txt`. Nothing is disallowed: crawlers have to read a page to see that it asks not to be listed. */
export const robotsText = (sitemaps: readonly string[]): string =>
  `User-agent: *\nAllow: /\n${sitemaps.map(sitemap => `Sitemap: ${sitemap}\n`).join('')}`

function sitemapXml(
  root: string,
  item: string,
  places: readonly { address: string; changedAt: Instant }[],
): string {
  const lines = places.map(({ address, changedAt }) => {
    const loc = `<loc>${escapeMarkup(new URL(address).href)}</loc>`
    return `<${item}>${loc}<lastmod>${isoOf(changedAt)}</lastmod></${item}>\n`
  })
  const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9'
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="${namespace}">\n${lines.join('')}</${root}>\n`
}
