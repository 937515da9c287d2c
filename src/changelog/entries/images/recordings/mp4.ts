import { damaged, type Film, refusedFilm } from './film.ts'

const BRAND = /^(?:isom|iso[2-9]|mp4[12]|mmp4|avc1|av01|M4V.|dash|MSNV)$/

/** Which format a file begins as; `quicktime` is a related format that not all browsers play. Null for any other. */
export function mp4Kind(bytes: Buffer): 'mp4' | 'quicktime' | null {
  const [box, brand] = [bytes.toString('latin1', 4, 8), bytes.toString('latin1', 8, 12)]
  if (box !== 'ftyp') return null
  if (brand === 'qt  ') return 'quicktime'
  return BRAND.test(brand) ? 'mp4' : null
}

/** The boxes (ISO/IEC 14496-12) whose contents are read. */
const OPENED = new Set(['moov', 'trak', 'mdia', 'moof', 'traf'])
/** The boxes to blank: those with places, titles and other texts, and those for padding. */
const EMPTIED = new Set(['udta', 'meta', 'uuid', 'free', 'skip'])
/** The boxes that begin with the times of creation and change. */
const TIMED = new Set(['mvhd', 'tkhd', 'mdhd'])

/**
 * Removes the metadata of an MP4 by overwriting it in place, so that no offset changes. Throws `invalid_parameter` if the file is damaged,
 * has no picture, or has a track of metadata such as places. Takes linear time.
 */
export function cleanMp4(upload: Uint8Array): Film {
  const bytes = Buffer.from(upload)
  let track = { width: 0, height: 0 }
  let shown: typeof track | null = null
  for (let at = 0; at < bytes.length; ) {
    const { type, body, end } = boxAt(bytes, at)
    if (EMPTIED.has(type)) {
      bytes.write('free', at + 4, 'latin1')
      bytes.fill(0, body, end)
    }
    if (TIMED.has(type)) bytes.fill(0, body + 4, body + (bytes[body] === 1 ? 20 : 12))
    if (type === 'tkhd') track = sizeOf(bytes.subarray(body, end))
    if (type === 'hdlr') {
      const handler = bytes.toString('latin1', body + 8, body + 12)
      if (handler === 'meta')
        throw refusedFilm(
          'The recording has a track of data besides picture and sound, such as places. Export it again without.',
        )
      if (handler === 'vide') shown ??= track
    }
    at = OPENED.has(type) ? body : end
  }
  if (!shown || shown.width < 1 || shown.height < 1) throw damaged()
  return { bytes, ...shown }
}

const HEADER = 8
const LONG_HEADER = 16

function boxAt(bytes: Buffer, at: number): { type: string; body: number; end: number } {
  if (at + HEADER > bytes.length) throw damaged()
  const short = bytes.readUInt32BE(at)
  const isLong = short === 1
  const body = at + (isLong ? LONG_HEADER : HEADER)
  if (body > bytes.length) throw damaged()
  const size = isLong ? Number(bytes.readBigUInt64BE(at + HEADER)) : short
  const end = size === 0 ? bytes.length : at + size
  if (end < body || end > bytes.length) throw damaged()
  return { type: bytes.toString('latin1', at + 4, at + 8), body, end }
}

/** The size is stored as two 16.16 numbers at the end of a track's header, and the rotation matrix before it. */
const TRACK_END = 44

function sizeOf(header: Buffer): { width: number; height: number } {
  if (header.length < TRACK_END) throw damaged()
  const end = header.subarray(-TRACK_END)
  const [width, height] = [end.readUInt16BE(36), end.readUInt16BE(40)]
  const isTurned = end.readInt32BE(0) === 0 && end.readInt32BE(4) !== 0
  return isTurned ? { width: height, height: width } : { width, height }
}
