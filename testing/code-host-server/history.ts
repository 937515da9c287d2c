import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { memoize } from '#platform/cache.ts'
import { openGitSource } from '#pulls/hosts/git/git.ts'
import type { MergedPull } from '#pulls/pull-request.ts'

const run = promisify(execFile)

const REMEMBERED = 10_000

/** A merged pull request as a host shows it. */
export interface ShownPull extends MergedPull {
  number: number
  updatedAt: number
  /** Linked beside the text, on the host's page. */
  sidebar: string[]
}

export interface ShownTag {
  name: string
  commit: string
  at: number
}

/** An issue as a host shows it. */
export interface ShownIssue {
  title: string
  /** Only members see it, on a host that has such issues. */
  isConfidential?: boolean
  /** The token may not read it, which GitHub says of an issue that there is. */
  isForbidden?: boolean
  /** The repository that it was moved to, on a host that then still gives it under its old number. */
  movedTo?: string
}

/** What a host knows of a repository, made from the repository's real history. */
export interface History {
  /** As the git import tells of them, newest first. */
  imported: MergedPull[]
  /** Last changed first. */
  pulls(): ShownPull[]
  pull(number: number): ShownPull | undefined
  /** Somebody does something to it now, later than all that was done before. */
  touch(number: number, change?: Partial<ShownPull>): void
  add(pull: ShownPull): void
  /** By their numbers. */
  issues: Map<number, ShownIssue>
  /** Newest first. */
  tags(): Promise<ShownTag[]>
  /** Null where there is no such file. */
  contents(commit: string, path: string): Promise<string | null>
  /** How many commits `to` has that `from` has not. */
  ahead(from: string, to: string): Promise<number>
  mergeBase(one: string, other: string): Promise<string>
}

/** Reads the merges of a git directory, and keeps it at hand for the contents of files. */
export async function historyOf(folder: string, repo: string): Promise<History> {
  const source = await openGitSource(folder, { repo: `https://code.example/${repo}` })
  const imported = await Array.fromAsync(source.merges())
  const shown = new Map<number, ShownPull>()
  for (const pull of imported) {
    if (pull.number === null) continue
    shown.set(pull.number, { ...pull, number: pull.number, updatedAt: pull.mergedAt, sidebar: [] })
  }
  const git = async (...args: string[]) => (await run('git', args, { cwd: folder, maxBuffer: 1e8 })).stdout
  // Hosts are asked about the same commits many times, and each git process costs.
  const counted = memoize(range => git('rev-list', '--count', range), REMEMBERED)
  const mergeBases = memoize(pair => git('merge-base', ...pair.split(' ')), REMEMBERED)
  const latest = () => Math.max(0, ...[...shown.values()].map(pull => pull.updatedAt))
  return {
    imported,
    pulls: () => [...shown.values()].sort((a, b) => b.updatedAt - a.updatedAt || b.number - a.number),
    pull: number => shown.get(number),
    touch(number, change = {}) {
      const pull = shown.get(number)
      if (pull) shown.set(number, { ...pull, updatedAt: latest() + 1_000, ...change })
    },
    issues: new Map(),
    add: pull => void shown.set(pull.number, pull),
    tags: async () => tagsIn(await git('for-each-ref', `--format=${TAG_FORMAT}`, 'refs/tags')),
    contents: (commit, path) => git('cat-file', 'blob', `${commit}:${path}`).catch(() => null),
    ahead: async (from, to) => Number(await counted(`${from}..${to}`)),
    mergeBase: async (one, other) => (await mergeBases(`${one} ${other}`)).trim(),
  }
}

/** Name, commit and its time; the latter two after the tag's own where the tag is annotated. */
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

/** Some hunk of a file, with a line that looks like the header of one. */
export const patchOf = (path: string): string => `@@ -1,2 +1,2 @@\n--- a\n+++ b of ${path}\n same\n`
