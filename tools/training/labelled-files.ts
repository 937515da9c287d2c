import { linesOfFile } from '#cli/input-lines.ts'
import { AppError, messageOf } from '#platform/errors.ts'
import { type Labelled, parseLabelledLine } from './labelled.ts'

/**
 * Reads the labelled pull requests of the files, in order. Throws `invalid_parameter`, with file and line, for a bad line: skipping it
 * would silently change what is trained or scored.
 */
export async function readLabelledFiles(files: readonly string[]): Promise<Labelled[]> {
  const rows: Labelled[] = []
  for (const file of files) for await (const row of readLabelled(file)) rows.push(row)
  if (rows.length === 0)
    throw new AppError('invalid_parameter', 'The files contain no labelled pull requests.')
  return rows
}

async function* readLabelled(path: string): AsyncGenerator<Labelled> {
  let number = 0
  for await (const lines of linesOfFile(path)) {
    for (const line of lines) {
      number++
      if (line.trim() !== '') yield labelledFrom(line, `${path}, line ${number}`)
    }
  }
}

function labelledFrom(line: string, location: string): Labelled {
  try {
    return parseLabelledLine(line)
  } catch (error) {
    throw new AppError('invalid_parameter', `${location}: ${messageOf(error)}`, { cause: error })
  }
}
