import { createReadStream } from 'node:fs'
import { resolve } from 'node:path'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { type Labelled, parseLabelledLine } from '#judgement/classification/training/labelled.ts'
import { AppError, messageOf } from '#platform/errors.ts'
import { linesIn } from '#platform/iterables.ts'
import { readPullLines } from '#pulls/json-lines.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import type { CommandContext } from './command.ts'

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

/** The pull requests of a file with one JSON object a line, or of standard input; each bad line is reported with its number. */
export function pullLines(file: string | undefined, { directory, stdin, err }: CommandContext) {
  const lines = file === undefined ? linesOf(stdin, 'standard input') : linesOfFile(resolve(directory, file))
  let faults = 0
  return {
    /** Bad lines so far. */
    faults: () => faults,
    /** As many at a time as are read. */
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

/**
 * The labelled pull requests of the files, in their order. `invalid_parameter` with file and line for one that cannot be used:
 * what is left out unseen would be learnt or scored wrongly.
 */
export async function readLabelledFiles(
  files: readonly string[],
  { directory }: Pick<CommandContext, 'directory'>,
): Promise<Labelled[]> {
  const rows: Labelled[] = []
  for (const file of files) for await (const row of readLabelled(resolve(directory, file))) rows.push(row)
  if (rows.length === 0) throw new AppError('invalid_parameter', 'There is no labelled line to read.')
  return rows
}

async function* readLabelled(path: string): AsyncGenerator<Labelled> {
  let number = 0
  for await (const lines of linesOfFile(path)) {
    for (const line of lines) {
      number++
      if (line.trim() !== '') yield parsed(line, `${path}, line ${number}`)
    }
  }
}

function parsed(line: string, place: string): Labelled {
  try {
    return parseLabelledLine(line)
  } catch (error) {
    throw new AppError('invalid_parameter', `${place}: ${messageOf(error)}`, { cause: error })
  }
}
