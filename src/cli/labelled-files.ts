import { resolve } from 'node:path'
import { type Labelled, parseLabelledLine } from '#judgement/classification/training/labelled.ts'
import { AppError, messageOf } from '#platform/errors.ts'
import type { Context } from './command.ts'
import { linesOfFile } from './input-lines.ts'

/**
 * The labelled pull requests of the files, in their order. `invalid_parameter` with file and line for one that cannot be used:
 * what is left out unseen would be learnt or scored wrongly.
 */
export async function readLabelledFiles(
  files: readonly string[],
  { directory }: Pick<Context, 'directory'>,
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
