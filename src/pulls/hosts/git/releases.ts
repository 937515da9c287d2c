import { createInterface } from 'node:readline'
import { safeLine, safeText } from '#platform/text.ts'
import type { ChangelogFile } from '#pulls/changelog-sources/announcements.ts'
import { isChangelogPath } from '#pulls/changelog-sources/changelog-paths.ts'
import type { CommittedLine, TagDate } from '#pulls/changelog-sources/release-dates.ts'
import { BlobReader } from './blob-reader.ts'
import { exitOf, type GitContext, GitFailure, readFields, readRecords, startGit } from './run-git.ts'

/** Of one changelog so many bytes are read: twenty years of a large project. */
const MAX_CHANGELOG_BYTES = 8_388_608
/** More files than these are an archive of something else. */
const MAX_CHANGELOGS = 200
const MAX_TAG_MESSAGES = 5_000
const MAX_TAG_MESSAGE_LENGTH = 262_144

/** What the team published: the changelogs at the newest commit, and what annotated tags say. Nothing else of a release is in git. */
export async function readChangelogFiles(place: GitContext): Promise<ChangelogFile[]> {
  return [...(await changelogs(place)), ...(await tagMessages(place))]
}

async function changelogs(place: GitContext): Promise<ChangelogFile[]> {
  const found = await changelogsAtTip(place)
  const reader = new BlobReader(place, MAX_CHANGELOG_BYTES)
  try {
    const texts = await reader.read(found)
    return texts.map(({ path, text }) => ({ form: 'changelog', name: path, text, at: null }))
  } finally {
    await reader.close()
  }
}

/** Ordinary files alone: what a link points at is no file of this repository's, or another path of it. */
async function changelogsAtTip(place: GitContext): Promise<{ path: string; blob: string }[]> {
  const found: { path: string; blob: string }[] = []
  try {
    for await (const entries of readFields(place, ['ls-tree', '-r', '-z', 'HEAD'])) {
      for (const entry of entries) {
        const [, blob, path] = /^100\d{3} blob ([0-9a-f]+)\t(.+)$/s.exec(entry) ?? []
        if (blob !== undefined && path !== undefined && isChangelogPath(path)) found.push({ path, blob })
      }
    }
  } catch (cause) {
    if (!(cause instanceof GitFailure)) throw cause
  }
  return found.slice(0, MAX_CHANGELOGS)
}

const TAG_FORMAT =
  '%(objecttype)%00%(refname:strip=2)%00%(taggerdate:unix)%00%(contents:subject)%00%(contents:body)%00'

async function tagMessages(place: GitContext): Promise<ChangelogFile[]> {
  const args = [
    'for-each-ref',
    `--count=${MAX_TAG_MESSAGES}`,
    '--sort=-creatordate',
    `--format=${TAG_FORMAT}`,
    'refs/tags',
  ]
  const papers: ChangelogFile[] = []
  try {
    for await (const [type = '', name = '', seconds = '', subject = '', body = ''] of readRecords(
      place,
      args,
      5,
    )) {
      if (type.trim() !== 'tag') continue
      const text = safeText(`${subject}\n\n${body}`.slice(0, MAX_TAG_MESSAGE_LENGTH))
      papers.push({ form: 'tag', name: safeLine(name), text, at: Number(seconds) * 1000 })
    }
  } catch (cause) {
    if (!(cause instanceof GitFailure)) throw cause
  }
  return papers
}

const MAX_TAGS = 20_000
const MAX_LINE_LENGTH = 1_000

/** The newest tags; none where the repository cannot be read. */
export async function tagDates(place: GitContext): Promise<TagDate[]> {
  const format = '%(refname:strip=2)%00%(creatordate:unix)%00'
  const args = [
    'for-each-ref',
    `--count=${MAX_TAGS}`,
    '--sort=-creatordate',
    `--format=${format}`,
    'refs/tags',
  ]
  const found: TagDate[] = []
  try {
    for await (const [tag = '', seconds = ''] of readRecords(place, args, 2))
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
export async function committedLines(place: GitContext, path: string): Promise<CommittedLine[]> {
  const child = startGit(place, ['blame', '--porcelain', '--root', 'HEAD', '--', path])
  const ending = exitOf(child, place.signal)
  child.stdin.end()
  const times = new Map<string, number>()
  const cutOff = new Set<string>()
  const lines: CommittedLine[] = []
  let commit = ''
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith('\t')) {
      const at = times.get(commit)
      if (at !== undefined && !cutOff.has(commit))
        lines.push({ text: line.slice(1, MAX_LINE_LENGTH), commit, at })
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
