import { safePath } from '#platform/text.ts'
import type { FileDiff } from './code-host.ts'

/** The most files of a diff that are read. */
export const MOST_DIFFED_FILES = 100

/** The files of a diff in git's format. A removed file has its old path. */
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

/** The path in a header such as `+++ b/src/app.ts`. A path with unusual characters is quoted. */
function pathIn(header: string, marker: '+++' | '---'): string | null {
  const line = header.split('\n').find(one => one.startsWith(`${marker} `)) ?? ''
  return /^"?[ab]\/([^"\t]*)/.exec(line.slice(marker.length + 1))?.[1] ?? null
}
