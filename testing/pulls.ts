import type { ChangedFile, MergedPull } from '#pulls/pull-request.ts'

/** The fields of a merged pull request that a test gives; the others have plain values. */
export type PullSketch = Partial<Omit<MergedPull, 'files'>> & {
  /** The changed files, as records or as paths; a path stands for a file with ten changed lines. */
  files?: (string | ChangedFile)[]
}

/** A merged pull request of the made-up `acme/app`. */
export function aPull({ files = ['src/app.ts'], ...known }: PullSketch = {}): MergedPull {
  const changed = files.map(file => (typeof file === 'string' ? modified(file) : file))
  const sum = (key: 'additions' | 'deletions') => changed.reduce((total, file) => total + file[key], 0)
  return {
    host: 'github.com',
    repo: 'acme/app',
    number: 1,
    title: 'Change something',
    body: '',
    author: 'ann',
    authorIsBot: false,
    labels: [],
    baseBranch: 'main',
    mergeCommit: 'c0ffee'.padEnd(40, '0'),
    mergedAt: 0,
    url: 'https://github.com/acme/app/pull/1',
    files: changed,
    filesChanged: changed.length,
    additions: sum('additions'),
    deletions: sum('deletions'),
    linkedIssues: [],
    commits: [],
    fragments: [],
    ...known,
  }
}

const modified = (path: string): ChangedFile => ({ path, additions: 8, deletions: 2, status: 'modified' })

/** The items as a stream, as a source returns them. */
export async function* streamOf<T>(items: Iterable<T>): AsyncGenerator<T> {
  yield* items
}
