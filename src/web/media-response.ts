import type { IncomingHttpHeaders } from 'node:http'
import type { Context } from 'hono'
import type { StoredImage } from '#changelog/entries/images/images.ts'
import { isRecording } from '#changelog/entries/images/stills.ts'
import { isNotModified } from '#changelog/feeds/http.ts'

/** A policy that stops scripts in a file that is opened directly. */
const POLICY = "default-src 'none'; sandbox"
/** The policy for a recording: the player that a browser shows needs the file and its own styles. */
const PLAYER_POLICY = "default-src 'none'; media-src 'self'; style-src 'unsafe-inline'; sandbox"

type Media = Pick<StoredImage, 'sha256' | 'mediaType'>

const entityTag = ({ sha256 }: Media): string => `"${sha256}"`

/** Whether the client's copy is current. */
export const isKnown = (headers: IncomingHttpHeaders, media: Media): boolean =>
  isNotModified(headers, { etag: entityTag(media), lastModified: null })

/** The headers of every response with an image or recording, or about one. */
export const mediaHeaders = (media: Media) => ({
  ETag: entityTag(media),
  'Accept-Ranges': 'bytes',
  'Content-Security-Policy': isRecording(media.mediaType) ? PLAYER_POLICY : POLICY,
})

/** The headers that a response with `length` bytes of it has in addition. */
export const bodyHeaders = ({ mediaType }: Media, length: number) => ({
  'Content-Type': mediaType,
  'Content-Length': String(length),
  'Content-Disposition': 'inline',
})

/**
 * Responds with an image or recording, or with the part of it that `Range` asks for, as video players do (RFC
 * 9110, section 14). A request for several ranges gets the whole file.
 */
export function mediaResponse(c: Context, media: StoredImage, more: Record<string, string> = {}): Response {
  const { bytes } = media
  const etag = entityTag(media)
  const headers = { ...more, ...mediaHeaders(media) }
  if (isKnown(c.req.header(), media)) return c.body(null, 304, headers)
  const isCurrent = (c.req.header('if-range') ?? etag) === etag
  const range = isCurrent ? rangeOf(c.req.header('range') ?? '', bytes.length) : null
  if (range === 'none') return c.body(null, 416, { ...headers, 'Content-Range': `bytes */${bytes.length}` })
  const { first, last } = range ?? { first: 0, last: bytes.length - 1 }
  return c.body(new Uint8Array(bytes.subarray(first, last + 1)), range ? 206 : 200, {
    ...headers,
    ...bodyHeaders(media, last + 1 - first),
    ...(range && { 'Content-Range': `bytes ${first}-${last}/${bytes.length}` }),
  })
}

const RANGE = /^bytes=(\d{0,15})-(\d{0,15})$/

/** The first and last byte of the requested range; `none` if the file has no such range, null for a request for the whole file. */
function rangeOf(header: string, size: number): { first: number; last: number } | 'none' | null {
  const [, from = '', to = ''] = RANGE.exec(header) ?? []
  if (from === '' && to === '') return null
  const first = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (from !== '' && to !== '' && Number(from) > Number(to)) return null
  return first > last ? 'none' : { first, last }
}
