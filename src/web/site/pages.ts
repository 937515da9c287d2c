import { createRoute, type OpenAPIHono } from '@hono/zod-openapi'
import { memoizeOnce } from '#platform/cache.ts'
import { assets, htmlPage } from '#web/html-pages.ts'
import { pagePolicy } from '#web/response-headers.ts'
import { apiCatalogLink } from './api-catalog.ts'
import { docsPage } from './docs.ts'
import { startPage } from './start-page.ts'

const html = { 'text/html; charset=utf-8': { schema: { type: 'string' } } } as const

const pageRoute = (path: string, operationId: string, summary: string) =>
  createRoute({
    method: 'get',
    path,
    operationId,
    tags: ['Documentation'],
    summary,
    description: 'For people; loads nothing from another host.',
    responses: { 200: { description: 'The page.', content: html } },
  })

/** What the public pages may load: their own files. */
export const PAGE_POLICY = pagePolicy({ script: "'self'" })

const HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'public, max-age=300',
  'Content-Security-Policy': PAGE_POLICY,
}

/** Serves the public pages and their assets. Each page is rendered once. */
export function servePages(app: OpenAPIHono, baseUrl: string): void {
  const docs = async (name: string, path: string) => {
    const page = await docsPage(name, baseUrl)
    return htmlPage(baseUrl, { ...page, title: `${page.title} · Tidings`, path, script: 'copy.js' })
  }
  const pages: [ReturnType<typeof pageRoute>, () => Promise<string>][] = [
    [pageRoute('/', 'getStart', 'The way in'), () => startPage(baseUrl)],
    [pageRoute('/docs', 'getDocs', 'The documentation'), () => docs('reading', '/docs')],
    [
      pageRoute('/docs/highlights', 'getHighlightsDocs', 'How to ask for highlights'),
      () => docs('highlights', '/docs/highlights'),
    ],
    [pageRoute('/docs/mcp', 'getMcpDocs', 'How assistants connect'), () => docs('mcp', '/docs/mcp')],
    [
      pageRoute('/docs/problems', 'getProblems', 'What each problem means'),
      () => docs('problems', '/docs/problems'),
    ],
  ]
  for (const [route, make] of pages) {
    const page = memoizeOnce(make)
    app.openapi(route, async () => {
      return new Response(await page(), { headers: { ...HEADERS, Link: apiCatalogLink(baseUrl) } })
    })
  }
  serveAssets(app)
}

/** Serves the assets. The URL of an older version gives the current file, not to be cached. */
function serveAssets(app: OpenAPIHono): void {
  app.get('/assets/:version/:name', async c => {
    const { version, files } = await assets()
    const asset = files.get(c.req.param('name'))
    if (!asset) return c.notFound()
    const isThis = c.req.param('version') === version
    return c.body(asset.body, 200, {
      'Content-Type': asset.type,
      'Cache-Control': isThis ? 'public, max-age=31536000, immutable' : 'no-cache',
    })
  })
}
