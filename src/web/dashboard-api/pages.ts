import { readdir, readFile } from 'node:fs/promises'
import type { OpenAPIHono } from '@hono/zod-openapi'
import { AppError } from '#platform/errors.ts'
import { escapeMarkup } from '#platform/markup/markup.ts'
import { pathPrefix } from '#web/html-pages.ts'

/** Where the build of the dashboard is. */
const DASHBOARD = new URL('../../../dashboard/dist/', import.meta.url)

const TYPES: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  woff2: 'font/woff2',
  svg: 'image/svg+xml',
}

/** No script and no style but our own files; nothing of another host; no frame around it. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

const PAGE_HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-cache',
  'Content-Security-Policy': POLICY,
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'same-origin',
}

/** The dashboard: one page for every address under /app, and its files, whose names change with what is in them. */
export function serveDashboardFiles(app: OpenAPIHono, baseUrl: string): void {
  app.get('/app/assets/:name', async c => {
    const name = c.req.param('name')
    const type = TYPES[name.split('.').at(-1) ?? '']
    if (!type || !(await assetNames()).includes(name)) return c.notFound()
    const content = new Uint8Array(await readFile(new URL(`assets/${name}`, DASHBOARD)))
    return c.body(content, 200, {
      'Content-Type': type,
      'Cache-Control': 'public, max-age=31536000, immutable',
    })
  })
  app.on('GET', ['/app', '/app/*'], async c => c.body(await indexPage(baseUrl), 200, PAGE_HEADERS))
}

/** Read anew: the build may change under a server that runs, and then names change with it. */
const assetNames = (): Promise<string[]> => readdir(new URL('assets/', DASHBOARD)).catch(notBuilt)

/** The page is built without knowing where it will be served. */
async function indexPage(baseUrl: string): Promise<string> {
  const page = await readFile(new URL('index.html', DASHBOARD), 'utf8').catch(notBuilt)
  const base = escapeMarkup(`${pathPrefix(baseUrl)}/app/`)
  return page.replaceAll('"./assets/', `"${base}assets/`).replace('content="/app/"', `content="${base}"`)
}

function notBuilt(cause: unknown): never {
  throw new AppError('unavailable', 'The dashboard is not built: run "npm run build".', { cause })
}
