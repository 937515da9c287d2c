import { safePath } from '#platform/text.ts'
import type { FileDiff } from './code-host.ts'

/** Files that are read of a diff. */
export const MOST_DIFFED_FILES = 100

/** The files of a diff as git writes it. A file that is removed has its old path. */
export const filesOfDiff = (text: string): FileDiff[] =>
  text
    .split(/^diff --git /m)
    .slice(1, MOST_DIFFED_FILES + 1)
    .flatMap(fileDiffOf)

function fileDiffOf(part: string): FileDiff[] {
  const start = part.search(/^@@/m)
  const header = start < 0 ? part : part.slice(0, start)
  const path = pathIn(header, '+++') ?? pathIn(header, '---')
  return path === null ? [] : [{ path: safePath(path), patch: start < 0 ? '' : part.slice(start) }]
}

/** `+++ b/src/app.ts`; a path with unusual characters stands in quotes. */
function pathIn(header: string, marker: '+++' | '---'): string | null {
  const line = header.split('\n').find(one => one.startsWith(`${marker} `)) ?? ''
  return /^"?[ab]\/([^"\t]*)/.exec(line.slice(marker.length + 1))?.[1] ?? null
}
