import type { OpenAPIHono } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { pageAddress } from '#changelog/feeds/address.ts'
import { guideOf } from '#changelog/feeds/entry-markdown.ts'
import { type FoundPage, listedPages } from '#changelog/page/find-page.ts'
import { type PageRequest, pageTitleOf } from '#changelog/page/page.ts'
import { pageSitemap, robotsText, SITEMAP, sitemapOfPages, sitemapsOf } from '#changelog/page/sitemap.ts'
import { withoutHtml } from '#platform/rendering/rendering.ts'
import type { WebContext } from '#web/context.ts'
import { conditionalGet } from '#web/response-headers.ts'

const MARKDOWN = 'text/markdown; charset=utf-8'
const PLAIN = 'text/plain; charset=utf-8'
const XML = 'application/xml; charset=utf-8'

/** Serves the files that search engines and assistants look for at the root: they list the public changelogs of this installation. */
export function serveCrawlers(app: OpenAPIHono, { db, baseUrl }: WebContext): void {
  const answer = (c: Context, text: string, mediaType: string) =>
    c.body(text, 200, { 'Content-Type': mediaType, 'Cache-Control': 'public, max-age=300' })
  const pagesHere = async () => (await listedPages(db.read)).filter(({ identity }) => identity.host === null)
  app.get('/llms.txt', conditionalGet, async c => {
    return answer(c, await guideTo('Tidings', await listedPages(db.read), baseUrl), MARKDOWN)
  })
  app.get('/robots.txt', conditionalGet, async c => {
    const pages = await pagesHere()
    return answer(c, robotsText(pages.length === 0 ? [] : [`${baseUrl}/${SITEMAP}`]), PLAIN)
  })
  app.get(`/${SITEMAP}`, conditionalGet, async c => {
    const pages = await pagesHere()
    return pages.length === 0 ? c.notFound() : answer(c, sitemapOfPages(baseUrl, pages), XML)
  })
}

/** The text of `/llms.txt`, of an installation or on a team's own host. */
function guideTo(name: string, pages: readonly FoundPage[], baseUrl: string): Promise<string> {
  const guided = pages.map(page => ({
    title: pageTitleOf(page),
    intro: page.settings.intro,
    home: pageAddress(baseUrl, page.identity),
  }))
  return withoutHtml(`${guideOf(name, guided)}\n`)
}

/** The file for search engines and assistants with this name below a page; null if there is none. Files that list the page's addresses exist only if the page may be listed. */
export function crawlerFile(
  name: string,
  { page, baseUrl, isCapability }: PageRequest,
  isOwnHost: boolean,
): { mediaType: string; text(context: PageRequest): Promise<string> } | null {
  const { isListed } = page.settings
  if (name === SITEMAP && isListed && !isCapability) return { mediaType: XML, text: pageSitemap }
  if (name === 'llms.txt' && isOwnHost)
    return { mediaType: MARKDOWN, text: () => guideTo(pageTitleOf(page), [page], baseUrl) }
  if (name !== 'robots.txt' || !isOwnHost) return null
  return { mediaType: PLAIN, text: async () => robotsText(isListed ? sitemapsOf(page, baseUrl) : []) }
}
