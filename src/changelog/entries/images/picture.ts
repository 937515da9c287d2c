import { memoizeOnce } from '#platform/cache.ts'
import { FairQueue } from '#platform/concurrency.ts'
import { AppError } from '#platform/errors.ts'
import type { Crop } from './crop.ts'
import { type PictureType, UPLOAD_MIB } from './media-types.ts'

/** Maximum size of an upload, in bytes. */
export const UPLOAD_LIMIT = UPLOAD_MIB * 1024 * 1024
/** Maximum number of pixels of an upload: enough for a large phone camera. */
export const PIXEL_LIMIT = 40_000_000
/** Maximum width and height of an upload, in pixels: a picture of one long line takes far longer to scale down than a square one. */
export const UPLOAD_SIDE_LIMIT = 16_384
/** The pixel limit of AVIF. It is lower because decoding AVIF takes five times the memory. */
const AVIF_PIXEL_LIMIT = 8_000_000
/** Limits of a stored picture: the longer side in pixels, and the size in bytes. */
export const SIDE_LIMIT = 2_000
const KEPT_LIMIT = 4 * 1024 * 1024
/** Time limit for one picture, in seconds. The slowest one within the limits takes half a second on one core. */
const SECONDS = 5

/** A re-encoded picture: nothing of the upload but its pixels is left. */
export interface Picture {
  mediaType: 'image/png' | 'image/jpeg'
  bytes: Uint8Array
  width: number
  height: number
}

type Format = PictureType extends `image/${infer Name}` ? Name : never

const isAt = (bytes: Uint8Array, at: number, text: string): boolean =>
  Buffer.from(bytes.subarray(at, at + text.length)).toString('latin1') === text

/** Detects the format by the first bytes, not by file name or header; null if it is not supported. */
export function formatOf(bytes: Uint8Array): Format | null {
  if (isAt(bytes, 0, '\u0089PNG\r\n\u001a\n')) return 'png'
  if (isAt(bytes, 0, '\u00ff\u00d8\u00ff')) return 'jpeg'
  if (isAt(bytes, 0, 'RIFF') && isAt(bytes, 8, 'WEBP')) return 'webp'
  if (isAt(bytes, 0, 'GIF87a') || isAt(bytes, 0, 'GIF89a')) return 'gif'
  if (isAt(bytes, 4, 'ftypavif') || isAt(bytes, 4, 'ftypavis')) return 'avif'
  return null
}

const TAKEN = 'a PNG, JPEG, WebP, GIF or AVIF'

const refusal = (detail: string, cause?: unknown): AppError =>
  new AppError('invalid_parameter', detail, {
    cause,
    parameters: [
      { name: 'image', got: 'something else', accepts: `${TAKEN} of at most ${UPLOAD_LIMIT} bytes` },
    ],
  })

/** Throws `too_large` for an upload above the limit. */
export function requireSmall(size: number): void {
  if (size > UPLOAD_LIMIT)
    throw new AppError('too_large', `An image has at most ${UPLOAD_LIMIT / 1024 / 1024} MiB.`)
}

/** A whole team may upload at once. What waits is in memory, at most `UPLOAD_LIMIT` each. */
const turns = new FairQueue({ mostWaiting: 16, msPerMinute: 20_000, what: 'images' })

/**
 * Decodes an untrusted picture and encodes it again: its first frame, upright, at most `SIDE_LIMIT` wide and high, without metadata.
 * Photographs without transparency become JPEG, everything else PNG. Throws `too_large` or `invalid_parameter`. Decoding runs off the main
 * thread, one picture at a time. `owner` is the account that the time is charged to: throws `unavailable` if too many of its pictures are
 * waiting, and `rate_limited` if they take too long. With `crop`, only that part of the upright picture is kept.
 */
export async function pictureFrom(
  upload: Uint8Array,
  owner: string,
  crop: Crop | null = null,
): Promise<Picture> {
  requireSmall(upload.length)
  const format = formatOf(upload)
  if (format === null) throw refusal(`This is not ${TAKEN}.`)
  return turns.run(owner, () => reencoded(upload, format, crop))
}

type Sharp = typeof import('sharp')['default']

/**
 * Renders an SVG document made by Tidings itself as a PNG, when it is `owner`'s turn. Reading SVG is allowed only for this call, and no
 * upload is decoded meanwhile. Throws like `pictureFrom` when the owner asks for too many.
 */
export function pngOfSvg(svg: string, owner: string): Promise<Uint8Array> {
  return turns.run(owner, async () => {
    const sharp = await loadSharp()
    sharp.unblock({ operation: SVG_READER })
    try {
      return await sharp(Buffer.from(svg)).png({ compressionLevel: 9, palette: true }).toBuffer()
    } finally {
      sharp.block({ operation: SVG_READER })
    }
  })
}

const SVG_READER = ['VipsForeignLoadSvg']

/**
 * Loads the library. It can read many more formats, some of which can contain scripts; all but the supported
 * ones are blocked for the whole process.
 */
const loadSharp = memoizeOnce(async (): Promise<Sharp> => {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  sharp.block({ operation: ['VipsForeignLoad'] })
  const readers = ['Png', 'Jpeg', 'Webp', 'Nsgif', 'Heif'].map(name => `VipsForeignLoad${name}`)
  sharp.unblock({ operation: readers })
  return sharp
})

/** The part of a picture of this size in whole pixels; at least one pixel. */
function pixelsOf({ x, y, width, height }: Crop, whole: { width: number; height: number }) {
  const left = Math.min(Math.round(x * whole.width), whole.width - 1)
  const top = Math.min(Math.round(y * whole.height), whole.height - 1)
  return {
    left,
    top,
    width: Math.max(1, Math.min(Math.round(width * whole.width), whole.width - left)),
    height: Math.max(1, Math.min(Math.round(height * whole.height), whole.height - top)),
  }
}

async function reencoded(upload: Uint8Array, format: Format, crop: Crop | null): Promise<Picture> {
  const sharp = await loadSharp()
  const image = () =>
    sharp(upload, {
      limitInputPixels: PIXEL_LIMIT,
      failOn: 'error',
      animated: false,
      sequentialRead: true,
    }).timeout({ seconds: SECONDS })
  try {
    const { width, height, autoOrient, hasAlpha, format: found } = await image().metadata()
    requireFormat(format, found)
    requireFewPixels(width, height, format)
    const upright = image().autoOrient()
    const fitted = (crop ? upright.extract(pixelsOf(crop, autoOrient)) : upright)
      .resize({ width: SIDE_LIMIT, height: SIDE_LIMIT, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
    return await encoded(fitted, isPhotograph(format, hasAlpha))
  } catch (error) {
    if (error instanceof AppError) throw error
    throw refusal('The image is damaged or too large. Save it again and retry.', error)
  }
}

function requireFewPixels(width: number, height: number, format: Format): void {
  if (Math.max(width, height) > UPLOAD_SIDE_LIMIT)
    throw new AppError('too_large', `An image is at most ${UPLOAD_SIDE_LIMIT} pixels wide and high.`)
  const most = format === 'avif' ? AVIF_PIXEL_LIMIT : PIXEL_LIMIT
  if (width * height > most)
    throw new AppError('too_large', `An image of this kind has at most ${most / 1_000_000} million pixels.`)
}

const isPhotograph = (format: Format, hasAlpha: boolean): boolean =>
  format === 'jpeg' || ((format === 'webp' || format === 'avif') && !hasAlpha)

/** Refuses a file whose detected format is not the decoded one. */
function requireFormat(format: Format, found: string): void {
  if (found !== (format === 'avif' ? 'heif' : format)) throw refusal(`This is not ${TAKEN}.`)
}

async function encoded(image: import('sharp').Sharp, isPhoto: boolean): Promise<Picture> {
  const output = isPhoto ? image.jpeg({ quality: 85, mozjpeg: true }) : image.png({ compressionLevel: 9 })
  const { data, info } = await output.toBuffer({ resolveWithObject: true })
  if (data.length > KEPT_LIMIT && !isPhoto) return encoded(image.flatten({ background: 'white' }), true)
  if (data.length > KEPT_LIMIT) throw new AppError('too_large', 'The image is too detailed. Make it smaller.')
  return {
    mediaType: isPhoto ? 'image/jpeg' : 'image/png',
    bytes: data,
    width: info.width,
    height: info.height,
  }
}
