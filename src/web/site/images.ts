import type { OpenAPIHono } from '@hono/zod-openapi'
import { imagePath, publishedImage } from '#changelog/entries/images/images.ts'
import type { Database } from '#platform/db/database.ts'
import { mediaResponse } from '#web/media-response.ts'

const NAME = /^([0-9a-f]{64})\.(?:png|jpg|gif|mp4|webm)$/

/**
 * Serves the images and recordings of published entries. The URL contains the hash of the image, so responses can be cached forever. An image that no
 * published entry shows any more is answered with 404. The policy stops scripts in images that are opened directly.
 */
export function serveImages(app: OpenAPIHono, { db }: { db: Database }): void {
  app.get('/images/:name', async c => {
    const [, sha256] = NAME.exec(c.req.param('name')) ?? []
    const image = sha256 === undefined ? null : await publishedImage(db.read, sha256)
    if (!image || imagePath(image.sha256, image.mediaType) !== c.req.path) return c.notFound()
    return mediaResponse(c, image, HEADERS)
  })
}

const HEADERS = {
  'Cache-Control': 'public, max-age=31536000, immutable',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Access-Control-Allow-Origin': '*',
}
