import type { Instant } from '#kit/clock.ts'
import type { ChangedFile } from '#pulls/pull-request.ts'
import { ChangeReader } from './change-reader.ts'
import { fieldsOf, type Workplace } from './run.ts'

/** A commit to be read, and what to compare it with. */
export interface Step {
  hash: string
  /** Null compares with nothing (the first commit); the commit itself leaves the comparison out. */
  against: string | null
}

/** How much is asked of the objects: `names` opens no file, `message` no folder either. */
export type Detail = 'lines' | 'names' | 'message'

/** A commit with what it changed. */
export interface Change {
  hash: string
  at: Instant
  committerEmail: string
  author: string
  authorEmail: string
  message: string
  /** The first `FILES_KEPT`; the totals count them all. */
  files: ChangedFile[]
  filesChanged: number
  additions: number
  deletions: number
  /** The changesets and news fragments that it adds, with the hashes of their contents. */
  fragments: { path: string; blob: string }[]
}

const ARGUMENTS = ['diff-tree', '--stdin', '-z', '-r', '--root', '--always', '--no-abbrev', '--no-color']
const SAFE = ['--no-ext-diff', '--no-textconv', '--encoding=UTF-8', `--format=${ChangeReader.format}`]
const DETAIL: Record<Detail, string[]> = {
  lines: ['--raw', '--numstat', '-M'],
  // A file that was moved as it is can be told by its hash alone.
  names: ['--raw', '-M100%'],
  message: ['-s'],
}

/** Reads the commits in their order. When git fails, those before the fault have been given; then throws `GitFailure`. */
export async function* readChanges(
  place: Workplace,
  steps: Iterable<Step>,
  detail: Detail,
): AsyncGenerator<Change> {
  const reader = new ChangeReader()
  try {
    for await (const fields of fieldsOf(place, [...ARGUMENTS, ...SAFE, ...DETAIL[detail]], requests(steps))) {
      for (const field of fields) {
        const change = reader.take(field)
        if (change !== null) yield change
      }
    }
  } catch (failure) {
    const last = reader.end(detail === 'lines')
    if (last !== null) yield last
    throw failure
  }
  const last = reader.end(false)
  if (last !== null) yield last
}

function* requests(steps: Iterable<Step>): Generator<string> {
  for (const { hash, against } of steps) yield against === null ? `${hash}\n` : `${hash} ${against}\n`
}
