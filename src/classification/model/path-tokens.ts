import type { KnownPath } from './known-path.ts'
import type { Tokens } from './token.ts'

const FILES_READ = 40

/** The words in the paths and the endings of the files, each with the share of files that have it. */
export function addPaths(tokens: Tokens, paths: readonly KnownPath[]): void {
  const read = paths.slice(0, FILES_READ)
  const share = 1 / Math.max(1, read.length)
  for (const { folder, own } of read) {
    for (const token of folder.tokens) tokens.addShare(token, share)
    for (const token of own) tokens.addShare(token, share)
  }
}
