import type { IncomingMessage, ServerResponse } from 'node:http'
import type { OpenAPIHono } from '@hono/zod-openapi'
import {
  imagePath,
  isPublishedImage,
  publishedImage,
  type StoredImage,
} from '#changelog/entries/images/images.ts'
import { pathOf } from '#changelog/feeds/address.ts'
import { currentHttpDate, type RawHeaders, transportSecurity } from '#changelog/feeds/http.ts'
import { RenditionCache } from '#changelog/feeds/rendition-cache.ts'
import { writeResponse } from '#changelog/feeds/serve.ts'
import type { WebContext } from '#web/context.ts'
import { bodyHeaders, isKnown, mediaHeaders, mediaResponse } from '#web/media-response.ts'

const ROUTE = '/images/:name'
const NAME = /^\/images\/([0-9a-f]{64})\.(?:png|jpg|gif|mp4|webm)$/

const HEADERS = {
  'Cache-Control': 'public, max-age=31536000, immutable',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Access-Control-Allow-Origin': '*',
}

const CACHE_BYTES = 32 * 1024 * 1024

interface PublishedImage extends Pick<StoredImage, 'sha256' | 'mediaType'> {
  body: Buffer
  /** The headers of a response with the whole image, and those of a 304 response. */
  headers: RawHeaders
  notModifiedHeaders: RawHeaders
}

/**
 * The images and recordings of published entries. The URL contains the hash of the image, so responses can be cached forever. An image that no
 * published entry shows any more is answered with 404. The policy stops scripts in images that are opened directly.
 */
export class PublishedImages {
  readonly #web: WebContext
  readonly #cache: RenditionCache<PublishedImage>
  readonly #always: RawHeaders

  constructor(web: WebContext) {
    this.#web = web
    this.#cache = new RenditionCache(web.db, CACHE_BYTES)
    this.#always = [
      ...transportSecurity(web.baseUrl),
      ...['X-Content-Type-Options', 'nosniff', 'Referrer-Policy', 'strict-origin-when-cross-origin'],
    ]
  }

  /** The image at this path; null if there is none, or if it is not public. */
  async at(path: string): Promise<PublishedImage | null> {
    const sha256 = NAME.exec(path)?.[1]
    if (sha256 === undefined) return null
    const { read } = this.#web.db
    return this.#cache.fetch(path, async cached => {
      if (cached) return (await isPublishedImage(read, sha256)) ? cached : null
      const found = await publishedImage(read, sha256)
      if (!found || imagePath(sha256, found.mediaType) !== path) return null
      return this.#withHeaders(found)
    })
  }

  #withHeaders({ bytes, ...media }: StoredImage): PublishedImage {
    const notModifiedHeaders = [
      ...this.#always,
      ...Object.entries({ ...HEADERS, ...mediaHeaders(media) }).flat(),
    ]
    const headers = [...notModifiedHeaders, ...Object.entries(bodyHeaders(media, bytes.length)).flat()]
    return { ...media, body: Buffer.from(bytes), headers, notModifiedHeaders }
  }

  /** Answers before the framework; returns false if the image is not in memory, or if only a part of it is asked for. */
  answerFromMemory(request: IncomingMessage, response: ServerResponse): boolean {
    const { method = '', url = '', headers } = request
    if (!url.startsWith('/images/') || !READING.includes(method) || headers.range !== undefined) return false
    const image = this.#cache.ready(pathOf(url))
    if (!image) return false
    const { clock, log, metrics } = this.#web
    const isSame = isKnown(headers, image)
    const status = isSame ? 304 : 200
    const head = isSame ? image.notModifiedHeaders : image.headers
    writeResponse(response, {
      status,
      headers: [...head, 'Date', currentHttpDate(clock.now())],
      body: isSame || method === 'HEAD' ? undefined : image.body,
    })
    log.info('request', { method, route: ROUTE, status, ms: 0 })
    metrics.request({ method, route: ROUTE, status, seconds: 0 })
    return true
  }
}

const READING = ['GET', 'HEAD']

export function serveImages(app: OpenAPIHono, images: PublishedImages): void {
  app.get(ROUTE, async c => {
    const image = await images.at(c.req.path)
    return image ? mediaResponse(c, { ...image, bytes: image.body }, HEADERS) : c.notFound()
  })
}
