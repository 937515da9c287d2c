import { etag, RETAINED_304_HEADERS } from 'hono/etag'

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
