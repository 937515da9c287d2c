import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { AppError, messageOf } from '#platform/errors.ts'
import { linesIn } from '#platform/iterables.ts'

/** In bytes: what comes at once is worked on at once, step by step, and then fits into the processor's caches. */
const PIECE = 128 * 1024

/** The lines of a file, which may be compressed (`.gz`). `not_found` for one that cannot be read. */
export function linesOfFile(path: string): AsyncGenerator<string[]> {
  const file = createReadStream(path, { highWaterMark: PIECE })
  return linesOf(
    path.endsWith('.gz') ? pipeline(file, createGunzip({ chunkSize: PIECE }), () => {}) : file,
    path,
  )
}

/** The lines of a text that comes in pieces. `not_found`, with the name it goes by, where it cannot be read. */
export async function* linesOf(input: AsyncIterable<Uint8Array>, name: string): AsyncGenerator<string[]> {
  try {
    yield* linesIn(input)
  } catch (error) {
    throw new AppError('not_found', `${name} cannot be read: ${messageOf(error)}.`, { cause: error })
  }
}
