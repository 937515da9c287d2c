import { createInterface } from 'node:readline'
import { safeLine, safeText } from '#platform/text.ts'
import type { ChangelogFile } from '#pulls/changelog-sources/announcements.ts'
import { isChangelogPath } from '#pulls/changelog-sources/changelog-paths.ts'
import {
  RELEASE_CONFIG_PATHS,
  type ReleaseConfigFile,
} from '#pulls/changelog-sources/release-config-files.ts'
import type { CommittedLine, TagDate } from '#pulls/changelog-sources/release-dates.ts'
import { BlobReader } from './blob-reader.ts'
import {
  exitOf,
  type GitDirectory,
  GitFailure,
  readFields,
  readRecords,
  startGit,
  untilFailure,
} from './run-git.ts'

/** The bytes that are read of a changelog: enough for twenty years of a large project. */
const MAX_CHANGELOG_BYTES = 8_388_608
/** The most changelogs that are read. More files than this are an archive of something else. */
const MAX_CHANGELOGS = 200
const MAX_TAG_MESSAGES = 5_000
const MAX_TAG_MESSAGE_LENGTH = 262_144

/** The changelogs at HEAD, and the messages of annotated tags. */
export async function readChangelogFiles(git: GitDirectory): Promise<ChangelogFile[]> {
  return [...(await changelogs(git)), ...(await tagMessages(git))]
}

async function changelogs(git: GitDirectory): Promise<ChangelogFile[]> {
  const found = await changelogsAtTip(git)
  const reader = new BlobReader(git, MAX_CHANGELOG_BYTES)
  try {
    const texts = await reader.read(found)
    return texts.map(({ path, text }) => ({ form: 'changelog', name: path, text, at: null }))
  } finally {
    await reader.close()
  }
}

const changelogsAtTip = async (git: GitDirectory): Promise<FileAtTip[]> =>
  (await filesAtTip(git, ['-r', 'HEAD'], isChangelogPath)).slice(0, MAX_CHANGELOGS)

/** A longer file is not read as configuration. */
const MAX_RELEASE_CONFIG_BYTES = 65_536

/** The configuration of the tools that write the team's release notes, at HEAD. */
export async function readReleaseConfig(git: GitDirectory): Promise<ReleaseConfigFile[]> {
  const found = await filesAtTip(git, ['HEAD', '--', ...RELEASE_CONFIG_PATHS], () => true)
  const reader = new BlobReader(git, MAX_RELEASE_CONFIG_BYTES)
  try {
    return await reader.read(found)
  } finally {
    await reader.close()
  }
}

interface FileAtTip {
  path: string
  blob: string
}

/**
 * The wanted files at the tip. Only regular files count, because a symbolic link may point outside the
 * repository or to another of its files.
 */
async function filesAtTip(
  git: GitDirectory,
  tree: readonly string[],
  isWanted: (path: string) => boolean,
): Promise<FileAtTip[]> {
  const found: FileAtTip[] = []
  for await (const entries of untilFailure(readFields(git, ['ls-tree', '-z', ...tree])))
    for (const entry of entries) {
      const [, blob, path] = /^100\d{3} blob ([0-9a-f]+)\t(.+)$/s.exec(entry) ?? []
      if (blob !== undefined && path !== undefined && isWanted(path)) found.push({ path, blob })
    }
  return found
}

const TAG_FIELDS =
  '%(objecttype) %(refname:strip=2) %(taggerdate:unix) %(contents:subject) %(contents:body)'.split(' ')

/** The newest tags, each with the fields of a format; none if the repository cannot be read. */
const newestTags = (git: GitDirectory, most: number, fields: readonly string[]) => {
  const format = fields.map(field => `${field}%00`).join('')
  const args = [`--count=${most}`, '--sort=-creatordate', `--format=${format}`, 'refs/tags']
  return untilFailure(readRecords(git, ['for-each-ref', ...args], fields.length))
}

async function tagMessages(git: GitDirectory): Promise<ChangelogFile[]> {
  const messages: ChangelogFile[] = []
  const tags = newestTags(git, MAX_TAG_MESSAGES, TAG_FIELDS)
  for await (const [type = '', name = '', seconds = '', subject = '', body = ''] of tags) {
    if (type.trim() !== 'tag') continue
    const text = safeText(`${subject}\n\n${body}`.slice(0, MAX_TAG_MESSAGE_LENGTH))
    messages.push({ form: 'tag', name: safeLine(name), text, at: Number(seconds) * 1000 })
  }
  return messages
}

const MAX_TAGS = 20_000
const MAX_LINE_LENGTH = 1_000

/** The newest tags with their dates; none if the repository cannot be read. */
export async function tagDates(git: GitDirectory): Promise<TagDate[]> {
  const found: TagDate[] = []
  const tags = newestTags(git, MAX_TAGS, ['%(refname:strip=2)', '%(creatordate:unix)'])
  for await (const [tag = '', seconds = ''] of tags)
    if (/^\d+$/.test(seconds)) found.push({ tag: safeLine(tag).trim(), at: Number(seconds) * 1000 })
  return found
}

const BLAMED = /^([0-9a-f]{40,64}) \d+ \d+/

/**
 * The lines of a file at HEAD with the commits that last changed them. Leaves out lines older than the end of
 * a shallow clone; empty if the file was never committed.
 */
export async function committedLines(git: GitDirectory, path: string): Promise<CommittedLine[]> {
  const child = startGit(git, ['blame', '--porcelain', '--root', 'HEAD', '--', path])
  const ending = exitOf(child, git.signal)
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
