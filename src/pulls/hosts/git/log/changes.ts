import { fieldsOf, type Worktree } from '../run.ts'
import { type Change, ChangeReader } from './change-reader.ts'

/** A commit to be read, and what to compare it with. */
export interface Step {
  hash: string
  /** Null compares with nothing (the first commit); the commit itself leaves the comparison out. */
  against: string | null
}

/** How much is asked of the objects: `names` opens no file, `message` no folder either. */
export type Detail = 'lines' | 'names' | 'message'

const DIFF = [
  'diff-tree',
  '--stdin',
  '-r',
  '--root',
  '--always',
  '--no-abbrev',
  '--no-ext-diff',
  '--no-textconv',
]
const COMMANDS: Record<Detail, string[]> = {
  lines: [...DIFF, '--raw', '--numstat', '-M'],
  // A file that was moved as it is can be told by its hash alone.
  names: [...DIFF, '--raw', '-M100%'],
  message: ['log', '--stdin', '--no-walk=unsorted', '--no-patch'],
}
const FORM = ['-z', '--no-color', '--encoding=UTF-8', `--format=${ChangeReader.format}`]

/** Reads the commits in their order. When git fails, those before the fault have been given; then throws `GitFailure`. */
export async function* readChanges(
  place: Worktree,
  steps: Iterable<Step>,
  detail: Detail,
): AsyncGenerator<Change> {
  const reader = new ChangeReader()
  try {
    for await (const fields of fieldsOf(place, [...COMMANDS[detail], ...FORM], requests(steps, detail))) {
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

/** In blocks, since each piece of a stream has its price. */
function* requests(steps: Iterable<Step>, detail: Detail): Generator<string> {
  let block = ''
  for (const { hash, against } of steps) {
    block += against === null || detail === 'message' ? `${hash}\n` : `${hash} ${against}\n`
    if (block.length < BLOCK) continue
    yield block
    block = ''
  }
  if (block !== '') yield block
}

const BLOCK = 16_384
