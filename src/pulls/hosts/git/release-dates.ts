import { createInterface } from 'node:readline'
import { safeLine } from '#platform/text.ts'
import type { CommittedLine, TagDate } from '#pulls/changelog-sources/release-dates.ts'
import { endingOf, GitFailure, recordsOf, startGit, type Worktree } from './run.ts'

const TAGS_KEPT = 20_000
const LINE_KEPT = 1_000

/** The newest tags; none where the repository cannot be read. */
export async function tagDates(place: Worktree): Promise<TagDate[]> {
  const format = '%(refname:strip=2)%00%(creatordate:unix)%00'
  const args = [
    'for-each-ref',
    `--count=${TAGS_KEPT}`,
    '--sort=-creatordate',
    `--format=${format}`,
    'refs/tags',
  ]
  const found: TagDate[] = []
  try {
    for await (const [tag = '', seconds = ''] of recordsOf(place, args, 2))
      if (/^\d+$/.test(seconds)) found.push({ tag: safeLine(tag).trim(), at: Number(seconds) * 1000 })
  } catch (cause) {
    if (!(cause instanceof GitFailure)) throw cause
  }
  return found
}

const BLAMED = /^([0-9a-f]{40,64}) \d+ \d+/

/**
 * The lines of a file at the newest commit with who wrote them last. Those from before the oldest commit of a shallow clone are left
 * out, and there are none where the file was never committed.
 */
export async function committedLines(place: Worktree, path: string): Promise<CommittedLine[]> {
  const child = startGit(place, ['blame', '--porcelain', '--root', 'HEAD', '--', path])
  const ending = endingOf(child, place.signal)
  child.stdin.end()
  const times = new Map<string, number>()
  const cutOff = new Set<string>()
  const lines: CommittedLine[] = []
  let commit = ''
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith('\t')) {
      const at = times.get(commit)
      if (at !== undefined && !cutOff.has(commit)) lines.push({ text: line.slice(1, LINE_KEPT), commit, at })
      continue
    }
    commit = BLAMED.exec(line)?.[1] ?? commit
    if (line.startsWith('committer-time '))
      times.set(commit, Number(line.slice('committer-time '.length)) * 1000)
    if (line === 'boundary') cutOff.add(commit)
  }
  const failure = await ending
  if (failure && !(failure instanceof GitFailure)) throw failure
  return lines
}
