import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Instant } from '#platform/clock.ts'
import {
  corsHeaders,
  currentHttpDate,
  type Encoding,
  httpDate,
  isNotModified,
  lastModifiedOf,
  type RawHeaders,
} from './http.ts'

/** What a document was rendered from, and who may read it. */
export interface RenditionSource {
  /** Changes with every change of the document. */
  revision: string
  changedAt: Instant
  /** The origins whose scripts may read the document. Null: any; absent: only its own. */
  allowedOrigins?: readonly string[] | null
  mediaType: string
  /** Further headers for the document. */
  policies?: RawHeaders
}

/** A feed or a page, rendered at one revision. */
export interface Rendition extends Omit<RenditionSource, 'changedAt'> {
  /** The time of the last change. It lies in the future for a second after a change, longer after many changes at once. */
  lastModified: Instant
  /** Hash of the unencoded document. */
  hash: string
  body: Buffer
  /** The encodings that were requested so far. */
  representations: Map<Encoding, Representation>
}

/** One encoding of a rendition, with all headers except those that depend on the time or on the request's origin. */
interface Representation {
  etag: string
  body: Buffer
  headers: RawHeaders
  /** `headers` with `Last-Modified`. */
  modifiedHeaders: RawHeaders
  /** The headers of a 304 response (RFC 9110, section 15.4.5). */
  notModifiedHeaders: RawHeaders
}

const CACHE_CONTROL = ['Cache-Control', 'public, max-age=300'] as const

/** On feeds, quality 5 is almost as small as the best quality at a fraction of the CPU time. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }
const encoders: Record<Encoding, (body: Buffer) => Promise<Buffer>> = {
  br: body => promisify(brotliCompress)(body, BROTLI),
  gzip: body => promisify(gzip)(body),
  identity: async body => body,
}

export function renditionOf({ changedAt, ...source }: RenditionSource, document: string): Rendition {
  const body = Buffer.from(document)
  return {
    ...source,
    lastModified: lastModifiedOf(changedAt),
    hash: createHash('sha256').update(body).digest('base64url').slice(0, 22),
    body,
    representations: new Map(),
  }
}

/** Encodes a rendition on first request and caches the result. `always` are headers that every response has. */
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

/** Each encoding has its own entity tag, because a strong tag identifies the exact bytes (RFC 9110, section 8.8.3.3). */
function representationOf(
  rendition: Rendition,
  encoding: Encoding,
  body: Buffer,
  always: RawHeaders,
): Representation {
  const { mediaType, policies = [] } = rendition
  const etag = encoding === 'identity' ? `"${rendition.hash}"` : `"${rendition.hash}-${encoding}"`
  const shared = [
    ...always,
    ...sharedHeaders(rendition),
    ...policies,
    ...['X-Content-Type-Options', 'nosniff', 'ETag', etag],
  ]
  const headers = [
    ...shared,
    ...['Content-Type', mediaType, 'Content-Length', String(body.length)],
    ...(encoding === 'identity' ? [] : ['Content-Encoding', encoding]),
  ]
  const modifiedHeaders = [...headers, 'Last-Modified', httpDate(rendition.lastModified)]
  return { etag, body, headers, modifiedHeaders, notModifiedHeaders: shared }
}

function sharedHeaders({ allowedOrigins }: Rendition): RawHeaders {
  if (allowedOrigins === undefined) return [...CACHE_CONTROL, 'Vary', 'Accept-Encoding']
  return allowedOrigins === null
    ? [...CACHE_CONTROL, 'Vary', 'Accept-Encoding', ...corsHeaders(null, undefined)]
    : [...CACHE_CONTROL, 'Vary', 'Accept-Encoding, Origin']
}

/** A response made from a rendition. */
export interface RenditionResponse {
  status: 200 | 304
  headers: RawHeaders
  body: Buffer | undefined
}

/** `now` decides both `Date` and `Last-Modified`, which must not be later than `Date` (RFC 9110, section 8.8.2.1). */
export function responseOf(
  { method, headers: asked }: { method?: string | undefined; headers: IncomingHttpHeaders },
  now: Instant,
  { allowedOrigins = null, lastModified }: Rendition,
  { etag, body, headers, modifiedHeaders, notModifiedHeaders }: Representation,
): RenditionResponse {
  const isPast = lastModified <= now
  const cors = allowedOrigins === null ? [] : corsHeaders(allowedOrigins, asked.origin)
  const complete = (base: RawHeaders) => [...base, ...cors, 'Date', currentHttpDate(now)]
  if (isNotModified(asked, { etag, lastModified: isPast ? lastModified : null }))
    return { status: 304, headers: complete(notModifiedHeaders), body: undefined }
  return {
    status: 200,
    headers: complete(isPast ? modifiedHeaders : headers),
    body: method === 'HEAD' ? undefined : body,
  }
}
