import type { MiddlewareHandler } from 'hono'
import { etag, RETAINED_304_HEADERS } from 'hono/etag'

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

/**
 * Adds an `ETag` to a public document and answers 304 when the client has it already. The 304 keeps the headers that pages of other
 * origins need to read it.
 */
export const conditionalGet = etag({
  retainedHeaders: [
    ...RETAINED_304_HEADERS,
    'access-control-allow-origin',
    'access-control-expose-headers',
    'link',
  ],
})

/** Its description in the OpenAPI document. */
export const ETAG_HEADER = {
  ETag: { required: true, schema: { type: 'string' }, description: 'Send it back in `If-None-Match`.' },
} as const

export const NOT_MODIFIED = { description: 'What you have is current.', headers: ETAG_HEADER } as const
