import type { OpenAPIHono } from '@hono/zod-openapi'
import { imagePath, publishedImage, type StoredImage } from '#changelog/entries/images/images.ts'
import type { Database } from '#platform/db/database.ts'

const NAME = /^([0-9a-f]{64})\.(?:png|jpg)$/

/**
 * Serves the images of published entries. The URL contains the hash of the image, so responses can be cached forever. An image that no
 * published entry shows any more is answered with 404. The policy stops scripts in images that are opened directly.
 */
export function serveImages(app: OpenAPIHono, { db }: { db: Database }): void {
  app.get('/images/:name', async c => {
    const [, sha256] = NAME.exec(c.req.param('name')) ?? []
    const image = sha256 === undefined ? null : await publishedImage(db.read, sha256)
    if (!image || imagePath(image.sha256, image.mediaType) !== c.req.path) return c.notFound()
    const headers = headersOf(image)
    if (c.req.header('if-none-match')?.includes(headers.ETag)) return c.body(null, 304, headers)
    return c.body(new Uint8Array(image.bytes), 200, {
      ...headers,
      'Content-Type': image.mediaType,
      'Content-Length': String(image.bytes.length),
    })
  })
}

const headersOf = ({ sha256 }: StoredImage) => ({
  ETag: `"${sha256}"`,
  'Cache-Control': 'public, max-age=31536000, immutable',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Access-Control-Allow-Origin': '*',
})
