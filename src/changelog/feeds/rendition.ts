import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Instant } from '#platform/clock.ts'
import type { Encoding } from './http.ts'
import { corsHeaders, httpDate, lastModifiedOf, type RawHeaders } from './http.ts'
import type { FoundFeed } from './read-feed.ts'

/** A feed in one format, as it stood at one revision. */
export interface Rendition {
  feedId: string
  revision: number
  /** Ahead of the clock until a second after the change, longer after many changes at once. */
  lastModified: Instant
  /** Null: any. */
  allowedOrigins: string[] | null
  mediaType: string
  /** Of the document, before any encoding. */
  hash: string
  body: Buffer
  /** Those that were asked for so far. */
  representations: Map<Encoding, Representation>
}

/** One encoding of it, ready to be sent but for the headers that depend on the time or on the request's origin. */
export interface Representation {
  etag: string
  body: Buffer
  headers: RawHeaders
  /** The same with `Last-Modified`. */
  modifiedHeaders: RawHeaders
  /** RFC 9110 §15.4.5. */
  notModifiedHeaders: RawHeaders
}

const CACHE_CONTROL = ['Cache-Control', 'public, max-age=300'] as const

/** Quality 5 costs a fraction of the best and comes close to its size on feeds. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }
const encoders: Record<Encoding, (body: Buffer) => Promise<Buffer>> = {
  br: body => promisify(brotliCompress)(body, BROTLI),
  gzip: body => promisify(gzip)(body),
  identity: async body => body,
}

export function renditionOf(found: FoundFeed, mediaType: string, document: string): Rendition {
  const body = Buffer.from(document)
  return {
    feedId: found.id,
    revision: found.revision,
    lastModified: lastModifiedOf(found.changedAt),
    allowedOrigins: found.allowedOrigins,
    mediaType,
    hash: createHash('sha256').update(body).digest('base64url').slice(0, 22),
    body,
    representations: new Map(),
  }
}

/** Encodes when first asked to, and keeps what came of it. `always` are headers that every answer has. */
export async function represent(
  rendition: Rendition,
  encoding: Encoding,
  always: RawHeaders,
): Promise<Representation> {
  const known = rendition.representations.get(encoding)
  if (known) return known
  const body = await encoders[encoding](rendition.body)
  const made = representationOf(rendition, encoding, body, always)
  rendition.representations.set(encoding, made)
  return made
}

/** Each encoding has an entity tag of its own: the tag is strong, and strong means these very bytes. */
function representationOf(
  rendition: Rendition,
  encoding: Encoding,
  body: Buffer,
  always: RawHeaders,
): Representation {
  const etag = encoding === 'identity' ? `"${rendition.hash}"` : `"${rendition.hash}-${encoding}"`
  const shared = [...always, ...sharedHeaders(rendition), 'ETag', etag]
  const headers = [
    ...shared,
    ...['Content-Type', rendition.mediaType, 'Content-Length', String(body.length)],
    ...(encoding === 'identity' ? [] : ['Content-Encoding', encoding]),
    ...['X-Content-Type-Options', 'nosniff'],
  ]
  const modifiedHeaders = [...headers, 'Last-Modified', httpDate(rendition.lastModified)]
  return { etag, body, headers, modifiedHeaders, notModifiedHeaders: shared }
}

const sharedHeaders = ({ allowedOrigins }: Rendition): RawHeaders =>
  allowedOrigins === null
    ? [...CACHE_CONTROL, 'Vary', 'Accept-Encoding', ...corsHeaders(null, undefined)]
    : [...CACHE_CONTROL, 'Vary', 'Accept-Encoding, Origin']
