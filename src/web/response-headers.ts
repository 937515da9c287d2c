import { createHash } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import { isNotModified, parseHttpDate } from '#changelog/feeds/http.ts'

interface PagePolicyOptions {
  style?: string
  script?: string
  formAction?: string
  frameAncestors?: string
}

/**
 * The `Content-Security-Policy` of a page without sign-in: it loads only our own files. Scripts, forms and being framed are forbidden
 * unless the options name their sources.
 */
export const pagePolicy = ({
  style = "'self'",
  script = "'none'",
  formAction = "'none'",
  frameAncestors = "'none'",
}: PagePolicyOptions = {}): string =>
  `default-src 'none'; script-src ${script}; style-src ${style}; font-src 'self'; img-src 'self'; media-src 'self'; base-uri 'none'; form-action ${formAction}; frame-ancestors ${frameAncestors}`

/** Forbids caches to store the response. */
export const noStore: MiddlewareHandler = async (c, next) => {
  await next()
  c.res.headers.set('Cache-Control', 'no-store')
}

/** The headers that describe a body. */
const BODY_HEADERS = ['Content-Type', 'Content-Length', 'Last-Modified']

/**
 * Adds an `ETag` to a public document. Answers 304 if the client's copy is current, with the headers that a
 * whole answer has apart from those of the body.
 */
export const conditionalGet: MiddlewareHandler = async (c, next) => {
  await next()
  if (!c.res.ok) return
  const body = new Uint8Array(await c.res.arrayBuffer())
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  const headers = new Headers(c.res.headers)
  headers.set('ETag', etag)
  // The compression adds this header only to answers that have a body.
  headers.append('Vary', 'Accept-Encoding')
  const lastModified = parseHttpDate(headers.get('Last-Modified') ?? '')
  const isKnown = isNotModified(c.req.header(), { etag, lastModified })
  if (isKnown) for (const name of BODY_HEADERS) headers.delete(name)
  // Without this the framework merges the headers of the previous response.
  c.res = undefined
  c.res = new Response(isKnown ? null : body, { status: isKnown ? 304 : 200, headers })
}

/** The description of the `ETag` header in the OpenAPI document. */
export const ETAG_HEADER = {
  ETag: { required: true, schema: { type: 'string' }, description: 'Send it back in `If-None-Match`.' },
} as const

export const NOT_MODIFIED = { description: 'What you have is current.', headers: ETAG_HEADER } as const
