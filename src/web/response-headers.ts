import { etag, RETAINED_304_HEADERS } from 'hono/etag'

/**
 * Gives a public document an entity tag and answers 304 to whoever has it. The 304 keeps the headers without which a page of another
 * host could not read it.
 */
export const conditionalGet = etag({
  retainedHeaders: [
    ...RETAINED_304_HEADERS,
    'access-control-allow-origin',
    'access-control-expose-headers',
    'link',
  ],
})

/** What the OpenAPI document says of it. */
export const ETAG_HEADER = {
  ETag: { required: true, schema: { type: 'string' }, description: 'Send it back in `If-None-Match`.' },
} as const

export const NOT_MODIFIED = { description: 'What you have is current.', headers: ETAG_HEADER } as const
