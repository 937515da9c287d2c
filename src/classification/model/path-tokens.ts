import type { ChangedFile } from '#pulls/pull-request.ts'
import type { Tokens } from './token.ts'
import { partsOf } from './words.ts'

const FILES_READ = 40

/** The words in the paths and the endings of the files, each with the share of files that have it. */
export function addPaths(tokens: Tokens, files: readonly ChangedFile[]): void {
  const read = files.slice(0, FILES_READ)
  const share = 1 / Math.max(1, read.length)
  for (const { path } of read) {
    for (const word of new Set(partsOf(path))) tokens.addShare('path', word, share)
    tokens.addShare('ending', endingOf(path), share)
  }
}

/** Of a name without an ending the whole. */
function endingOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase()
  const dot = name.lastIndexOf('.')
  return dot > 0 ? name.slice(dot + 1) : name
}
