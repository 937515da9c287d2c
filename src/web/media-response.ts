import type { IncomingHttpHeaders } from 'node:http'
import type { Context } from 'hono'
import type { StoredImage } from '#changelog/entries/images/images.ts'
import { isRecording } from '#changelog/entries/images/stills.ts'
import { isNotModified } from '#changelog/feeds/http.ts'

/** Stops scripts in a file that is opened directly. */
const POLICY = "default-src 'none'; sandbox"
/** The policy for a recording: the player that a browser shows needs the file and its own styles. */
const PLAYER_POLICY = "default-src 'none'; media-src 'self'; style-src 'unsafe-inline'; sandbox"

type Media = Pick<StoredImage, 'sha256' | 'mediaType'>

const entityTag = ({ sha256 }: Media): string => `"${sha256}"`

/** Whether the client has it already. */
export const isKnown = (headers: IncomingHttpHeaders, media: Media): boolean =>
  isNotModified(headers, { etag: entityTag(media), lastModified: null })

/** What every answer says of an image or recording. */
export const mediaHeaders = (media: Media) => ({
  ETag: entityTag(media),
  'Accept-Ranges': 'bytes',
  'Content-Security-Policy': isRecording(media.mediaType) ? PLAYER_POLICY : POLICY,
})

/** What an answer with so many bytes of it says besides. */
export const bodyHeaders = ({ mediaType }: Media, length: number) => ({
  'Content-Type': mediaType,
  'Content-Length': String(length),
  'Content-Disposition': 'inline',
})

/**
 * Answers with an image or recording, or with the part of it that `Range` asks for, as players of films do (RFC 9110, section 14). Several
 * ranges at once are answered with the whole.
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

/** The first and last byte that are asked for; `none` where there are none such, null for a request for the whole. */
function rangeOf(header: string, size: number): { first: number; last: number } | 'none' | null {
  const [, from = '', to = ''] = RANGE.exec(header) ?? []
  if (from === '' && to === '') return null
  const first = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (from !== '' && to !== '' && Number(from) > Number(to)) return null
  return first > last ? 'none' : { first, last }
}
