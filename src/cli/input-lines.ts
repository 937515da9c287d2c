import { createReadStream, type ReadStream } from 'node:fs'
import { resolve } from 'node:path'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { AppError, messageOf } from '#platform/errors.ts'
import { linesIn } from '#platform/iterables.ts'
import { readPullLines } from '#pulls/json-lines.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import type { CommandContext } from './command.ts'
import { openRegularFile } from './input-files.ts'

/** Bytes read at once. Each chunk is processed as a batch, which should fit into the processor's caches. */
const CHUNK_BYTES = 128 * 1024

function opened(path: string): ReadStream {
  try {
    return createReadStream(path, { fd: openRegularFile(path), highWaterMark: CHUNK_BYTES })
  } catch (error) {
    throw new AppError('not_found', `${path} cannot be read: ${messageOf(error)}.`, { cause: error })
  }
}

/** The lines of a regular file, in batches. Decompresses `.gz`. Throws `not_found` when it cannot be read. */
export function linesOfFile(path: string): AsyncGenerator<string[]> {
  const file = opened(path)
  return linesOf(
    path.endsWith('.gz') ? pipeline(file, createGunzip({ chunkSize: CHUNK_BYTES }), () => {}) : file,
    path,
  )
}

/** The lines of a stream, in batches. Throws `not_found`, with the stream's name, when it cannot be read. */
async function* linesOf(input: AsyncIterable<Uint8Array>, name: string): AsyncGenerator<string[]> {
  try {
    yield* linesIn(input)
  } catch (error) {
    throw new AppError('not_found', `${name} cannot be read: ${messageOf(error)}.`, { cause: error })
  }
}

/** Reads pull requests from a file with one JSON object per line, or from standard input. Reports each bad line with its number on stderr. */
export function pullLines(file: string | undefined, { directory, stdin, err }: CommandContext) {
  const lines = file === undefined ? linesOf(stdin, 'standard input') : linesOfFile(resolve(directory, file))
  let faults = 0
  return {
    /** The number of bad lines so far. */
    faults: () => faults,
    async *batches(): AsyncGenerator<MergedPull[]> {
      for await (const batch of readPullLines(lines)) {
        const pulls: MergedPull[] = []
        for (const line of batch) {
          if ('pull' in line) pulls.push(line.pull)
          else {
            faults++
            err(`tidings: line ${line.number}: ${line.fault}\n`)
          }
        }
        yield pulls
      }
    },
  }
}
