import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { memoize } from '#platform/cache.ts'
import { openGitSource } from '#pulls/hosts/git/git.ts'
import type { MergedPull } from '#pulls/pull-request.ts'

const run = promisify(execFile)

const REMEMBERED = 10_000

/** A pull request as a host shows it. */
export interface ShownPull extends MergedPull {
  number: number
  updatedAt: number
  /** The issues that are linked beside the text on the host's page. */
  sidebar: string[]
  /** Whether the pull request is still open; then `mergeCommit` is its newest commit. */
  isOpen?: boolean
  isDraft?: boolean
  isLocked?: boolean
}

/** A comment on a pull request. */
export interface ShownComment {
  id: number
  on: number
  /** The login of the author: `SELF` for the app that the token belongs to. */
  author: string
  body: string
}

/** The login of the app that the token belongs to. */
export const SELF = 'tidings[bot]'

interface ShownTag {
  name: string
  commit: string
  at: number
}

/** An issue as a host shows it. */
interface ShownIssue {
  title: string
  /** Whether only members can read the issue, on a host that has confidential issues. */
  isConfidential?: boolean
  /** Whether the token may not read the issue, which GitHub says only of an issue that exists. */
  isForbidden?: boolean
  /** The repository that the issue was moved to, on a host that still returns it under its old number. */
  movedTo?: string
}

/** The comments on pull requests, the oldest first. */
export class Comments {
  readonly all: ShownComment[] = []
  #written = 0

  on(number: number): ShownComment[] {
    return this.all.filter(comment => comment.on === number)
  }

  find(id: number): ShownComment | undefined {
    return this.all.find(comment => comment.id === id)
  }

  write(on: number, body: string, author: string = SELF): ShownComment {
    const comment = { id: ++this.#written, on, author, body }
    this.all.push(comment)
    return comment
  }

  /** Deletes a comment. Returns whether there was one. */
  delete(id: number): boolean {
    const at = this.all.findIndex(comment => comment.id === id)
    if (at !== -1) this.all.splice(at, 1)
    return at !== -1
  }
}

/** What a host knows of a repository, made from the repository's real history. */
export interface History {
  /** The merged pull requests as the git import reads them, newest first. */
  imported: MergedPull[]
  /** The pull requests, last changed first. */
  pulls(): ShownPull[]
  pull(number: number): ShownPull | undefined
  /** The pull request that was merged as a commit. */
  pullAt(commit: string | undefined): ShownPull | undefined
  /** Changes a pull request at a time after all earlier changes. */
  touch(number: number, change?: Partial<ShownPull>): void
  add(pull: ShownPull): void
  /** The issues by their numbers. */
  issues: Map<number, ShownIssue>
  comments: Comments
  /** The tags, newest first. */
  tags(): Promise<ShownTag[]>
  /** The contents of a file; null if there is none. */
  contents(commit: string, path: string): Promise<string | null>
  /** The number of commits that `to` has and `from` has not. */
  ahead(from: string, to: string): Promise<number>
  mergeBase(one: string, other: string): Promise<string>
}

/** Reads the merges of a git directory. Its tags, its commits and the contents of files are read later. */
export async function historyOf(folder: string, repo: string): Promise<History> {
  const source = await openGitSource(folder, { repo: `https://code.example/${repo}` })
  const imported = (await Array.fromAsync(source.merges())).toReversed()
  const shown = new Map<number, ShownPull>()
  for (const pull of imported) {
    if (pull.number === null) continue
    shown.set(pull.number, { ...pull, number: pull.number, updatedAt: pull.mergedAt, sidebar: [] })
  }
  const git = async (...args: string[]) => (await run('git', args, { cwd: folder, maxBuffer: 1e8 })).stdout
  // Hosts are asked about the same commits many times, and each git process costs.
  const counted = memoize(range => git('rev-list', '--count', range), REMEMBERED)
  const mergeBases = memoize(pair => git('merge-base', ...pair.split(' ')), REMEMBERED)
  const pulls = () => [...shown.values()].sort((a, b) => b.updatedAt - a.updatedAt || b.number - a.number)
  const latest = () => Math.max(0, ...[...shown.values()].map(pull => pull.updatedAt))
  return {
    imported,
    pulls,
    pull: number => shown.get(number),
    pullAt: commit => pulls().find(({ mergeCommit }) => mergeCommit === commit),
    touch(number, change = {}) {
      const pull = shown.get(number)
      if (pull) shown.set(number, { ...pull, updatedAt: latest() + 1_000, ...change })
    },
    issues: new Map(),
    comments: new Comments(),
    add: pull => void shown.set(pull.number, pull),
    tags: async () => tagsIn(await git('for-each-ref', `--format=${TAG_FORMAT}`, 'refs/tags')),
    contents: (commit, path) => git('cat-file', 'blob', `${commit}:${path}`).catch(() => null),
    ahead: async (from, to) => Number(await counted(`${from}..${to}`)),
    mergeBase: async (one, other) => (await mergeBases(`${one} ${other}`)).trim(),
  }
}

/** The name of a tag, its commit and the commit's time. In an annotated tag, the hash of the tag itself comes before the commit. */
const TAG_FORMAT =
  '%(refname:strip=2) %(objectname) %(committerdate:unix) %(*objectname) %(*committerdate:unix)'

function tagsIn(listed: string): ShownTag[] {
  const lines = listed.split('\n').filter(line => line !== '')
  const tags = lines.map(line => {
    const [name = '', ...commits] = line.split(' ').filter(part => part !== '')
    const [commit = '', at] = commits.slice(-2)
    return { name, commit, at: Number(at) * 1000 }
  })
  return tags.sort((a, b) => b.at - a.at)
}

/** A hunk of a file's diff, with lines that look like the header of a file. */
export const patchOf = (path: string): string => `@@ -1,2 +1,2 @@\n--- a\n+++ b of ${path}\n same\n`

/** The diff of a pull request in git's format. */
export const diffOf = ({ files }: ShownPull): string =>
  files
    .map(
      ({ path }) =>
        `diff --git a/${path} b/${path}\nindex 1..2 100644\n--- a/${path}\n+++ b/${path}\n${patchOf(path)}`,
    )
    .join('')
