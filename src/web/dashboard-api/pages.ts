import { readFile } from 'node:fs/promises'
import type { OpenAPIHono } from '@hono/zod-openapi'
import { AppError } from '#platform/errors.ts'
import { escapeMarkup } from '#platform/markup/markup.ts'
import { builtFile } from '#web/built-file.ts'
import { pathPrefix } from '#web/html-pages.ts'

/** The folder of the built dashboard. */
const DASHBOARD = new URL('../../../dashboard/dist/', import.meta.url)

const TYPES: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  woff2: 'font/woff2',
  svg: 'image/svg+xml',
}

/** The Content-Security-Policy of the dashboard: scripts and styles from our own files only, no other host, no framing. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self'; media-src 'self' blob:; connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

const PAGE_HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-cache',
  'Content-Security-Policy': POLICY,
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'same-origin',
}

/** The name of an asset: it has no slash, so that nothing outside the folder is served. */
const ASSET_NAME = /^[\w-][\w.-]*$/

/** Serves the dashboard: one page for every path under /app, and its assets, whose names contain a hash of their content. */
export function serveDashboardFiles(app: OpenAPIHono, baseUrl: string): void {
  app.get('/app/assets/:name', async c => {
    const name = c.req.param('name')
    const type = TYPES[name.split('.').at(-1) ?? '']
    if (!type || !ASSET_NAME.test(name)) return c.notFound()
    const asset = await builtFile(new URL('assets/', DASHBOARD), name, c.req.header('Accept-Encoding'))
    if (asset === null) return c.notFound()
    return c.body(asset.content, 200, {
      'Content-Type': type,
      'Cache-Control': 'public, max-age=31536000, immutable',
      ...asset.headers,
    })
  })
  app.on('GET', ['/app', '/app/*'], async c => {
    const elsewhere = otherLoopback(c.req.url, baseUrl)
    return elsewhere === null ? c.body(await indexPage(baseUrl), 200, PAGE_HEADERS) : c.redirect(elsewhere)
  })
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/**
 * The address of the page at the public address if the page was requested under another name of this machine,
 * such as `localhost` for 127.0.0.1; otherwise null. Changes are accepted only from the public address. Other
 * hosts are left alone, since a proxy may not pass on which host was requested.
 */
function otherLoopback(asked: string, baseUrl: string): string | null {
  const [from, own] = [new URL(asked), new URL(baseUrl)]
  const isOther = from.hostname !== own.hostname && from.port === own.port && own.protocol === 'http:'
  if (!isOther || !LOOPBACK.includes(from.hostname) || !LOOPBACK.includes(own.hostname)) return null
  return `${baseUrl}${from.pathname}${from.search}`
}

/** Inserts the path prefix, which is unknown when the dashboard is built. */
async function indexPage(baseUrl: string): Promise<string> {
  const page = await readFile(new URL('index.html', DASHBOARD), 'utf8').catch(notBuilt)
  const base = escapeMarkup(`${pathPrefix(baseUrl)}/app/`)
  return page.replaceAll('"./assets/', `"${base}assets/`).replace('content="/app/"', `content="${base}"`)
}

function notBuilt(cause: unknown): never {
  throw new AppError('unavailable', 'The dashboard is not built: run "npm run build".', { cause })
}
