import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { OpenAPIHono } from '@hono/zod-openapi'
import { AppError } from '#platform/errors.ts'

const FOLDER = new URL('../../../dashboard/widget/dist/', import.meta.url)

/** The compressed files that the build writes beside the script, by content encoding, the smallest first. */
const FORMS = { br: 'widget.js.br', gzip: 'widget.js.gz' } as const

/** Serves `/widget.js`, which any site may load. `<script type="module">` requests it with CORS. */
export function serveWidget(app: OpenAPIHono): void {
  app.get('/widget.js', async c => {
    const accepted = c.req.header('Accept-Encoding') ?? ''
    const encoding = (Object.keys(FORMS) as (keyof typeof FORMS)[]).find(one => accepts(accepted, one))
    const body = await readFile(new URL(encoding ? FORMS[encoding] : 'widget.js', FOLDER)).catch(notBuilt)
    const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
    const headers = {
      'Cache-Control': 'public, max-age=300',
      'Access-Control-Allow-Origin': '*',
      'Cross-Origin-Resource-Policy': 'cross-origin',
      ETag: etag,
      Vary: 'Accept-Encoding',
    }
    if (c.req.header('If-None-Match')?.includes(etag)) return c.body(null, 304, headers)
    return c.body(new Uint8Array(body), 200, {
      ...headers,
      'Content-Type': 'text/javascript; charset=utf-8',
      ...(encoding && { 'Content-Encoding': encoding }),
    })
  })
}

const accepts = (header: string, encoding: string): boolean =>
  header.split(',').some(one => one.split(';')[0]?.trim() === encoding && !/;\s*q=0(?:\.0+)?\s*$/.test(one))

function notBuilt(cause: unknown): never {
  throw new AppError('unavailable', 'The widget is not built: run "npm run build".', { cause })
}
