import type { ChangedFile } from '#pulls/pull-request.ts'
import { readPath } from './known-path.ts'
import type { Tokens } from './token.ts'

const FILES_READ = 40

/** The words in the paths and the endings of the files, each with the share of files that have it. */
export function addPaths(tokens: Tokens, files: readonly ChangedFile[]): void {
  const read = files.slice(0, FILES_READ)
  const share = 1 / Math.max(1, read.length)
  for (const { path } of read) {
    const { words, ending } = readPath(path)
    for (const word of words) tokens.addShare('path', word, share)
    tokens.addShare('ending', ending, share)
  }
}
