import { createHash } from 'node:crypto'
import type { OpenAPIHono } from '@hono/zod-openapi'
import { isNotModified } from '#changelog/feeds/http.ts'
import { AppError } from '#platform/errors.ts'
import { builtFile } from '#web/built-file.ts'

const FOLDER = new URL('../../../dashboard/widget/dist/', import.meta.url)

/** Serves `/widget.js`, which any site may load. `<script type="module">` requests it with CORS. */
export function serveWidget(app: OpenAPIHono): void {
  app.get('/widget.js', async c => {
    const script = await builtFile(FOLDER, 'widget.js', c.req.header('Accept-Encoding'))
    if (script === null) throw new AppError('unavailable', 'The widget is not built: run "npm run build".')
    const etag = `"${createHash('sha256').update(script.content).digest('base64url').slice(0, 22)}"`
    const headers = {
      'Cache-Control': 'public, max-age=300',
      'Access-Control-Allow-Origin': '*',
      'Cross-Origin-Resource-Policy': 'cross-origin',
      ETag: etag,
      Vary: 'Accept-Encoding',
    }
    if (isNotModified(c.req.header(), { etag, lastModified: null })) return c.body(null, 304, headers)
    return c.body(script.content, 200, {
      ...headers,
      'Content-Type': 'text/javascript; charset=utf-8',
      ...script.headers,
    })
  })
}
