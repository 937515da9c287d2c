import { createRoute, type OpenAPIHono } from '@hono/zod-openapi'
import { memoizeOnce } from '#platform/cache.ts'
import { assets, htmlPage, prefixOf } from '#web/html-pages.ts'
import { catalogLink } from './api-catalog.ts'
import { docsPage } from './docs.ts'

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

const HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'public, max-age=300',
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
}

/** The pages that anyone may read, and what they load. Each is made once. */
export function servePages(app: OpenAPIHono, baseUrl: string): void {
  const docs = async (name: string, path: string) => {
    const page = await docsPage(name, baseUrl)
    return htmlPage(baseUrl, { ...page, title: `${page.title} · Tidings`, path })
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
      return new Response(await page(), { headers: { ...HEADERS, Link: catalogLink(baseUrl) } })
    })
  }
  serveAssets(app)
}

/** Under an older version's address the present file is given, but not to be kept. */
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

function startPage(baseUrl: string): Promise<string> {
  const prefix = prefixOf(baseUrl)
  return htmlPage(baseUrl, {
    title: 'Tidings',
    description: 'A changelog for the people who use what you build.',
    path: '/',
    body: `<main id="content" class="start">
<h1>What shipped, in words for the people who use it.</h1>
<p>Tidings follows a team’s merged pull requests and publishes those that customers would notice.</p>
<ul class="ways">
<li><a href="${prefix}/app"><strong>The desk</strong><span>For the team: review, edit, publish.</span></a></li>
<li><a href="${prefix}/docs"><strong>Reading a changelog</strong><span>For developers: feeds, caching, problems.</span></a></li>
<li><a href="${prefix}/.well-known/api-catalog"><strong>The API catalog</strong><span>For programs: every public interface.</span></a></li>
</ul>
</main>`,
  })
}
