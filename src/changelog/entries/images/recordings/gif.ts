import { damaged, type Film } from './film.ts'

const [EXTENSION, IMAGE, END] = [0x21, 0x2c, 0x3b]
const [CONTROL, APPLICATION] = [0xf9, 0xff]
/** The application blocks that are kept: they say how often the GIF repeats. Other applications store texts and places. */
const REPEATS = /^(?:NETSCAPE2\.0|ANIMEXTS1\.0)$/

const FIRST_BLOCK = 13
const IMAGE_HEADER = 10
const COLOURS_FOLLOW = 0x80

/**
 * Removes comments, other texts and whatever follows the end of a GIF, and counts its frames. Throws
 * `invalid_parameter` if the file is damaged. Takes linear time.
 */
export function cleanGif(upload: Uint8Array): Film & { frames: number } {
  const bytes = Buffer.from(upload)
  if (bytes.length < FIRST_BLOCK) throw damaged()
  const first = FIRST_BLOCK + coloursAfter(bytes[10] ?? 0)
  const kept = [bytes.subarray(0, first)]
  let frames = 0
  for (let at = first; at < bytes.length && bytes[at] !== END; ) {
    const next = blockEnd(bytes, at)
    if (bytes[at] === IMAGE) frames++
    if (isKept(bytes, at)) kept.push(bytes.subarray(at, next))
    at = next
  }
  return {
    bytes: Buffer.concat([...kept, Buffer.from([END])]),
    ...{ width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8), frames },
  }
}

const coloursAfter = (flags: number): number => (flags & COLOURS_FOLLOW ? 3 * 2 ** ((flags & 7) + 1) : 0)

const isKept = (bytes: Buffer, at: number): boolean =>
  bytes[at] === IMAGE ||
  bytes[at + 1] === CONTROL ||
  (bytes[at + 1] === APPLICATION && REPEATS.test(bytes.toString('latin1', at + 3, at + 14)))

function blockEnd(bytes: Buffer, at: number): number {
  if (bytes[at] === EXTENSION) return subBlocksEnd(bytes, at + 2)
  if (bytes[at] !== IMAGE) throw damaged()
  // The colour table is followed by one byte: the size of the codes.
  return subBlocksEnd(bytes, at + IMAGE_HEADER + coloursAfter(bytes[at + 9] ?? 0) + 1)
}

function subBlocksEnd(bytes: Buffer, from: number): number {
  let at = from
  for (;;) {
    const length = bytes[at]
    if (length === undefined) throw damaged()
    at += 1 + length
    if (length === 0) return at
  }
}
