import type { Instant } from '#platform/clock.ts'
import { safePath } from '#platform/text.ts'
import { isChangelogPath, mayHoldNote } from '#pulls/changelog-sources/changelog-paths.ts'
import { type ChangedFile, type FileStatus, MAX_FILES, MAX_FRAGMENTS } from '#pulls/pull-request.ts'

/** A commit with its changed files. */
export interface CommitChanges {
  hash: string
  at: Instant
  authoredAt: Instant
  committerEmail: string
  author: string
  authorEmail: string
  message: string
  /** The first `MAX_FILES`; the totals count all. */
  files: ChangedFile[]
  filesChanged: number
  additions: number
  deletions: number
  /** The files that may describe the change, with the hashes of their blobs; `before` only of changelogs that it edits. */
  fragments: { path: string; blob: string; before: string | null }[]
}

const HEADER_FIELDS = 7

const STATUS: Record<string, FileStatus> = { A: 'added', D: 'removed', R: 'renamed' }

/**
 * Parses the output of `git diff-tree -z --raw --numstat`: a header per commit, then `:modes hashes status` with the paths of each
 * file, then `added<tab>deleted<tab>path` of each. Since paths and messages can contain anything but NUL, fields are recognised by
 * position.
 */
export class ChangeParser {
  static readonly format = '%H%x00%ct%x00%at%x00%ce%x00%an%x00%ae%x00%B%x00'

  #change: CommitChanges | null = null
  #header: string[] = []
  #listed: { meta: string; paths: string[]; awaited: number } | null = null
  #counted: { lines: [number, number]; awaited: number } | null = null
  #filesCounted = 0

  /** Takes one field. Returns a commit when the next one begins. */
  take(field: string): CommitChanges | null {
    if (this.#header.length > 0) this.#takeHeader(field)
    else if (this.#listed !== null) this.#takeListedPath(field)
    else if (this.#counted !== null) this.#takeCountedPath(field)
    else return this.#begin(field)
    return null
  }

  /** Returns the last commit; after a failure, only if the lines of all its files were counted. */
  end(failed: boolean): CommitChanges | null {
    const change = this.#change
    this.#change = null
    return failed && change?.filesChanged !== this.#filesCounted ? null : change
  }

  /** Git writes a line feed or an empty field after a header. */
  #begin(field: string): CommitChanges | null {
    const text = field.replace(/^\n+/, '')
    if (text === '') return null
    if (text.startsWith(':')) {
      this.#listed = { meta: text, paths: [], awaited: /[RC]\d*$/.test(text) ? 2 : 1 }
      return null
    }
    const counts = /^(\d+|-)\t(\d+|-)\t([\s\S]*)$/.exec(text)
    if (counts === null) {
      const finished = this.end(false)
      this.#header = [text]
      return finished
    }
    this.#counted = { lines: [linesOf(counts[1]), linesOf(counts[2])], awaited: counts[3] === '' ? 2 : 1 }
    if (counts[3] !== '') this.#takeCountedPath(counts[3] ?? '')
    return null
  }

  #takeHeader(field: string): void {
    this.#header.push(field)
    if (this.#header.length < HEADER_FIELDS) return
    const [hash = '', seconds, authored, committerEmail = '', author = '', authorEmail = '', message = ''] =
      this.#header
    const nothing = { files: [], filesChanged: 0, additions: 0, deletions: 0, fragments: [] }
    this.#change = {
      hash,
      at: Number(seconds) * 1000,
      authoredAt: Number(authored) * 1000,
      committerEmail,
      author,
      authorEmail,
      message,
      ...nothing,
    }
    this.#header = []
    this.#filesCounted = 0
  }

  #takeListedPath(path: string): void {
    const listed = this.#listed
    if (listed === null) return
    listed.paths.push(path)
    if (listed.paths.length < listed.awaited) return
    this.#listed = null
    if (this.#change !== null) list(this.#change, listed.meta, path)
  }

  #takeCountedPath(path: string): void {
    const counted = this.#counted
    if (counted === null) return
    counted.awaited -= 1
    if (counted.awaited > 0) return
    this.#counted = null
    if (this.#change !== null) count(this.#change, counted.lines, path, this.#filesCounted)
    this.#filesCounted += 1
  }
}

/** Adds a file from the header `:100644 100644 <hash> <hash> M` and its new path. */
function list(change: CommitChanges, meta: string, path: string): void {
  const [, mode = '', old = '', blob = '', status = ''] = meta.split(' ')
  const file = fileOf(path, STATUS[status.charAt(0)] ?? 'modified')
  change.filesChanged += 1
  if (change.files.length < MAX_FILES) change.files.push(file)
  if (mode.startsWith('100') && change.fragments.length < MAX_FRAGMENTS && mayHoldNote(file))
    change.fragments.push({
      path: file.path,
      blob,
      before: file.status === 'modified' && isChangelogPath(file.path) ? old : null,
    })
}

const fileOf = (path: string, status: FileStatus): ChangedFile => ({
  path: safePath(path),
  additions: 0,
  deletions: 0,
  status,
})

/** Adds the line counts of a file. They come in the order in which the files were listed; if one was skipped, the file is found by path. */
function count(
  change: CommitChanges,
  [additions, deletions]: [number, number],
  path: string,
  index: number,
): void {
  change.additions += additions
  change.deletions += deletions
  const own = safePath(path)
  const expected = change.files[index]
  const file = expected?.path === own ? expected : change.files.find(one => one.path === own)
  if (file !== undefined) Object.assign(file, { additions, deletions })
}

/** A line count; 0 for `-`, which stands for a binary file. */
const linesOf = (text: string | undefined) => (text === undefined || text === '-' ? 0 : Number(text))
