import { resolve } from 'node:path'
import { readPullLines } from '#pulls/json-lines.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import type { Context } from './command.ts'
import { linesOf, linesOfFile } from './input-lines.ts'

/** The pull requests of a file with one JSON object a line, or of standard input; each bad line is reported with its number. */
export function pullLines(file: string | undefined, { directory, stdin, err }: Context) {
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
