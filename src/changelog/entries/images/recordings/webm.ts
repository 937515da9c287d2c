import { damaged, type Film } from './film.ts'

const ID = {
  header: 0x1a45dfa3,
  docType: 0x4282,
  segment: 0x18538067,
  info: 0x1549a966,
  date: 0x4461,
  title: 0x7ba9,
  muxer: 0x4d80,
  writer: 0x5741,
  tracks: 0x1654ae6b,
  track: 0xae,
  trackName: 0x536e,
  video: 0xe0,
  width: 0xb0,
  height: 0xba,
  cluster: 0x1f43b675,
  tags: 0x1254c367,
  attachments: 0x1941a469,
  chapters: 0x1043a770,
  void: 0xec,
}

export const isWebm = (bytes: Buffer): boolean => bytes.length > 4 && bytes.readUInt32BE(0) === ID.header

/** The elements (RFC 8794, RFC 9559) whose contents are read. */
const OPENED = new Set([ID.header, ID.segment, ID.info, ID.tracks, ID.track, ID.video, ID.cluster])
/** The elements of a live recording that may have no length and end where the next one begins. */
const ENDLESS = new Set([ID.segment, ID.cluster])
const REMOVED = new Set([ID.tags, ID.attachments, ID.chapters, ID.void])
/** The elements with texts, some of them mandatory, which are overwritten with blanks. */
const BLANKED = new Set([ID.title, ID.muxer, ID.writer, ID.trackName])

/**
 * Removes the metadata of a WebM by overwriting it in place. Throws `invalid_parameter` if the file is
 * damaged or has no picture. Takes linear time.
 */
export function cleanWebm(upload: Uint8Array): Film {
  const bytes = Buffer.from(upload)
  const size = { width: 0, height: 0 }
  let isOfWeb = false
  for (let at = 0; at < bytes.length; ) {
    const { id, body, end } = elementAt(bytes, at)
    if (REMOVED.has(id)) leaveOut(bytes, at, body, end)
    if (BLANKED.has(id)) bytes.fill(' ', body, end)
    if (id === ID.date) bytes.fill(0, body, end)
    if (id === ID.docType) isOfWeb = bytes.toString('latin1', body, end).startsWith('webm')
    if (id === ID.width) size.width ||= numberIn(bytes.subarray(body, end))
    if (id === ID.height) size.height ||= numberIn(bytes.subarray(body, end))
    at = OPENED.has(id) ? body : end
  }
  if (!isOfWeb || size.width < 1 || size.height < 1) throw damaged()
  return { bytes, ...size }
}

const MOST_ID = 4
const MOST_SIZE = 8

function elementAt(bytes: Buffer, at: number): { id: number; body: number; end: number } {
  const idEnd = at + lengthAt(bytes, at, MOST_ID)
  const id = numberIn(bytes.subarray(at, idEnd))
  const body = idEnd + lengthAt(bytes, idEnd, MOST_SIZE)
  if (body > bytes.length) throw damaged()
  const length = body - idEnd
  const first = (bytes[idEnd] ?? 0) & (0xff >> length)
  const size = numberIn([first, ...bytes.subarray(idEnd + 1, body)])
  const isEndless = size >= 2 ** (7 * length) - 1
  if (isEndless && ENDLESS.has(id)) return { id, body, end: bytes.length }
  if (body + size > bytes.length) throw damaged()
  return { id, body, end: body + size }
}

/** The number of bytes that an EBML number takes, which its first byte tells. */
function lengthAt(bytes: Buffer, at: number, most: number): number {
  const length = Math.clz32(bytes[at] ?? 0) - 23
  if (length > most) throw damaged()
  return length
}

const numberIn = (bytes: Iterable<number>): number => {
  let number = 0
  for (const byte of bytes) number = number * 256 + byte
  return number
}

/** Replaces an element by an empty (void) element of the same length. */
function leaveOut(bytes: Buffer, at: number, body: number, end: number): void {
  const length = Math.min(MOST_SIZE, body - at - 1)
  const from = at + 1 + length
  bytes.fill(0, at, end)
  bytes[at] = ID.void
  const size = BigInt(end - from) + 2n ** BigInt(7 * length)
  for (let byte = 0; byte < length; byte++)
    bytes[from - 1 - byte] = Number((size >> BigInt(8 * byte)) & 0xffn)
}
