import { AppError } from '#platform/errors.ts'
import type { Crop } from '../crop.ts'
import { RECORDING_MIB, type RecordingType } from '../media-types.ts'
import { formatOf, type Picture, pictureFrom, requireSmall } from '../picture.ts'
import { type Film, refusedFilm, TAKEN } from './film.ts'
import { cleanGif } from './gif.ts'
import { cleanMp4, mp4Kind } from './mp4.ts'
import { cleanWebm, isWebm } from './webm.ts'

/** Maximum size of a recording, in bytes. */
export const RECORDING_LIMIT = RECORDING_MIB * 1024 * 1024

/** An uploaded recording without its metadata. */
export interface Recording extends Film {
  mediaType: RecordingType | 'image/gif'
  /** The first frame of the recording; null if the server cannot read it. */
  poster: Picture | null
}

/**
 * Reads an untrusted picture or recording. The first bytes decide which it is. A recording is not encoded again: its metadata is removed
 * and its structure is checked. Throws like `pictureFrom`. `crop` is for pictures only.
 */
export async function mediaFrom(
  upload: Uint8Array,
  owner: string,
  crop: Crop | null = null,
): Promise<Picture | Recording> {
  requireSmall(upload.length)
  const recording = await recordingFrom(upload, owner)
  if (recording === null && formatOf(upload) === null)
    throw refusedFilm(`This is not ${TAKEN}.`, 'something else')
  if (recording === null) return pictureFrom(upload, owner, crop)
  if (crop) throw refusedFilm('A recording cannot be cropped.')
  return recording
}

async function recordingFrom(upload: Uint8Array, owner: string): Promise<Recording | null> {
  const bytes = Buffer.from(upload.buffer, upload.byteOffset, upload.byteLength)
  const kind = mp4Kind(bytes)
  if (kind === 'quicktime')
    throw refusedFilm('QuickTime recordings do not play in every browser. Export it as MP4 and retry.')
  if (kind === 'mp4') return { ...cleanMp4(small(bytes)), mediaType: 'video/mp4', poster: null }
  if (isWebm(bytes)) return { ...cleanWebm(small(bytes)), mediaType: 'video/webm', poster: null }
  if (formatOf(bytes) !== 'gif') return null
  // The first frame is decoded like any picture before the rest of the file is read.
  const poster = await pictureFrom(bytes, owner)
  const { frames, ...film } = cleanGif(bytes)
  return frames > 1 ? { ...film, bytes: small(film.bytes), mediaType: 'image/gif', poster } : null
}

function small<Bytes extends Uint8Array>(bytes: Bytes): Bytes {
  if (bytes.length > RECORDING_LIMIT)
    throw new AppError('too_large', `A recording has at most ${RECORDING_LIMIT / 1024 / 1024} MiB.`)
  return bytes
}
