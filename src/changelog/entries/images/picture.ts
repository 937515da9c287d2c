import { memoizeOnce } from '#platform/cache.ts'
import { AppError } from '#platform/errors.ts'

/** Of an upload, in bytes. */
export const UPLOAD_LIMIT = 10 * 1024 * 1024
/** Of what is decoded: a picture of a large telephone camera. */
export const PIXEL_LIMIT = 40_000_000
/** Decoding AVIF takes five times the memory of the others. */
const AVIF_PIXEL_LIMIT = 8_000_000
/** Of what is kept: the longer side, and the bytes. */
export const SIDE_LIMIT = 2_000
const KEPT_LIMIT = 4 * 1024 * 1024
const SECONDS = 15
/** Pictures that wait for their turn; each holds its upload in memory. */
const MOST_WAITING = 8

/** A picture as it is kept: decoded and written anew, so that nothing of the upload but its pixels is left. */
export interface Picture {
  mediaType: 'image/png' | 'image/jpeg'
  bytes: Uint8Array
  width: number
  height: number
}

type Format = 'png' | 'jpeg' | 'webp' | 'gif' | 'avif'

const isAt = (bytes: Uint8Array, at: number, text: string): boolean =>
  Buffer.from(bytes.subarray(at, at + text.length)).toString('latin1') === text

/** By the first bytes, whatever a name or a header says; null for anything that is no picture we take. */
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

/** An upload that is too large is refused before a byte of it is looked at. */
export function requireSmall(size: number): void {
  if (size > UPLOAD_LIMIT)
    throw new AppError('too_large', `An image has at most ${UPLOAD_LIMIT / 1024 / 1024} MiB.`)
}

/**
 * Decodes a stranger's picture and writes it anew: its first frame, upright, at most `SIDE_LIMIT` wide and high, without metadata. A JPEG
 * stays one, as does any photograph without transparency; drawings become PNG. `too_large` and `invalid_parameter` say what is wrong.
 * Decoding runs off the main thread, one picture at a time; `unavailable` when too many wait.
 */
export async function pictureFrom(upload: Uint8Array): Promise<Picture> {
  requireSmall(upload.length)
  const format = formatOf(upload)
  if (format === null) throw refusal(`This is not ${TAKEN}.`)
  return oneAtATime(() => reencoded(upload, format))
}

let last: Promise<unknown> = Promise.resolve()
let waiting = 0

async function oneAtATime<T>(work: () => Promise<T>): Promise<T> {
  if (waiting >= MOST_WAITING)
    throw new AppError('unavailable', 'Too many images are being read just now; try again in a moment.')
  waiting++
  const mine = last.then(work)
  last = mine.catch(() => {})
  try {
    return await mine
  } finally {
    waiting--
  }
}

type Sharp = typeof import('sharp')['default']

/** The library knows many more formats, some of which are programs: all but ours are shut off. */
const loadSharp = memoizeOnce(async (): Promise<Sharp> => {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  sharp.block({ operation: ['VipsForeignLoad'] })
  const readers = ['Png', 'Jpeg', 'Webp', 'Nsgif', 'Heif'].map(name => `VipsForeignLoad${name}`)
  sharp.unblock({ operation: readers })
  return sharp
})

async function reencoded(upload: Uint8Array, format: Format): Promise<Picture> {
  const sharp = await loadSharp()
  const image = () =>
    sharp(upload, {
      limitInputPixels: PIXEL_LIMIT,
      failOn: 'error',
      animated: false,
      sequentialRead: true,
    }).timeout({ seconds: SECONDS })
  try {
    const { width, height, hasAlpha, format: found } = await image().metadata()
    requireFormat(format, found)
    requireFewPixels(width * height, format)
    const fitted = image()
      .autoOrient()
      .resize({ width: SIDE_LIMIT, height: SIDE_LIMIT, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
    return await encoded(fitted, isPhotograph(format, hasAlpha))
  } catch (error) {
    if (error instanceof AppError) throw error
    throw refusal('The image is damaged, too large or none at all; save it anew and try again.', error)
  }
}

function requireFewPixels(pixels: number, format: Format): void {
  const most = format === 'avif' ? AVIF_PIXEL_LIMIT : PIXEL_LIMIT
  if (pixels > most)
    throw new AppError('too_large', `Such an image has at most ${most / 1_000_000} million pixels.`)
}

const isPhotograph = (format: Format, hasAlpha: boolean): boolean =>
  format === 'jpeg' || ((format === 'webp' || format === 'avif') && !hasAlpha)

/** What calls itself one thing and is read as another is none that we want. */
function requireFormat(format: Format, found: string): void {
  if (found !== (format === 'avif' ? 'heif' : format)) throw refusal(`This is not ${TAKEN}.`)
}

async function encoded(image: import('sharp').Sharp, isPhoto: boolean): Promise<Picture> {
  const output = isPhoto ? image.jpeg({ quality: 85, mozjpeg: true }) : image.png({ compressionLevel: 9 })
  const { data, info } = await output.toBuffer({ resolveWithObject: true })
  if (data.length > KEPT_LIMIT && !isPhoto) return encoded(image.flatten({ background: 'white' }), true)
  if (data.length > KEPT_LIMIT) throw new AppError('too_large', 'The image is too detailed; make it smaller.')
  return {
    mediaType: isPhoto ? 'image/jpeg' : 'image/png',
    bytes: data,
    width: info.width,
    height: info.height,
  }
}
