import { pageAddress, permalinkPath } from '#changelog/feeds/address.ts'
import { publishedEntries, TITLE } from '#changelog/feeds/published.ts'
import { type Instant, isoOf } from '#platform/clock.ts'
import { escapeMarkup } from '#platform/markup/markup.ts'
import type { FoundPage } from './find-page.ts'
import type { PageRequest } from './page.ts'

/** Where below a page, or the installation, its sitemap is. */
export const SITEMAP = 'sitemap.xml'

/** The addresses that one sitemap may have (sitemaps.org). */
const MOST_ADDRESSES = 50_000

/** The sitemap of a page: its list and the permalinks of what it shows, the newest first. */
export async function pageSitemap({ db, page, baseUrl }: PageRequest): Promise<string> {
  const home = pageAddress(baseUrl, page.identity)
  const rows = await publishedEntries(db.read, page, 'both')
    .clearSelect()
    .select(['entry.id', 'entry.updated_at', TITLE.as('title')])
    .limit(MOST_ADDRESSES - 1)
    .execute()
  const entries = rows.map(row => ({ address: home + permalinkPath(row), changedAt: row.updated_at }))
  return sitemapXml('urlset', 'url', [{ address: home, changedAt: page.changedAt }, ...entries])
}

/** The sitemap of an installation: those of pages below its address. Pages on hosts of their own have theirs there. */
export const sitemapOfPages = (baseUrl: string, pages: readonly FoundPage[]): string =>
  sitemapXml(
    'sitemapindex',
    'sitemap',
    pages.map(({ identity, changedAt }) => ({
      address: `${pageAddress(baseUrl, identity)}/${SITEMAP}`,
      changedAt,
    })),
  )

/** What crawlers are told of a host. Pages that are not listed say so themselves, which crawlers have to read. */
export const robotsText = (sitemap: string | null): string =>
  `User-agent: *\nAllow: /\n${sitemap === null ? '' : `Sitemap: ${sitemap}\n`}`

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
