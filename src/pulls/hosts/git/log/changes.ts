import { AppError } from '#platform/errors.ts'
import { type GitDirectory, GitFailure, ReadAhead, readFields } from '#pulls/hosts/git/run-git.ts'
import { ChangeParser, type CommitChanges } from './change-parser.ts'

/** Consecutive commits go to the same process, which makes good use of git's delta cache. */
const BATCH_SIZE = 32
/** After this many failures in a row, objects are likely to be missing throughout, and less detail is read from then on. */
const MAX_FAILURES_IN_A_ROW = 3

/**
 * Reads the commits in order, with several git processes in parallel, since counting lines takes most of the time. A commit with a
 * missing or damaged object is read with less detail. Throws `unavailable` when not even the message can be read.
 */
export async function* readChanges(
  git: GitDirectory,
  commits: readonly CommitToRead[],
  detail: ChangeDetail,
  processes: number,
): AsyncGenerator<CommitChanges> {
  const readers = Array.from(
    { length: Math.min(processes, Math.ceil(commits.length / BATCH_SIZE)) },
    (_, process) =>
      new ReadAhead(readDespiteDamage(git, commitsOfProcess(commits, process, processes), detail)),
  )
  try {
    for (let at = 0; at < commits.length; at += 1) {
      const change = await readers[Math.floor(at / BATCH_SIZE) % processes]?.take()
      if (!change) return
      yield change
    }
  } finally {
    await Promise.all(readers.map(reader => reader.close()))
  }
}

const commitsOfProcess = (commits: readonly CommitToRead[], process: number, processes: number) =>
  commits.filter((_, at) => Math.floor(at / BATCH_SIZE) % processes === process)

/** Reads the commits of one process, and continues after a failure. */
async function* readDespiteDamage(
  git: GitDirectory,
  commits: readonly CommitToRead[],
  fullDetail: ChangeDetail,
): AsyncGenerator<CommitChanges> {
  let detail = fullDetail
  let failures = 0
  for (let done = 0; done < commits.length; ) {
    try {
      for await (const change of readCommits(git, commits.slice(done), detail)) {
        yield change
        done += 1
        failures = 0
      }
      if (done < commits.length) throw new GitFailure('git ended early')
    } catch (failure) {
      const commit = commits[done]
      if (!(failure instanceof GitFailure) || commit === undefined) throw failure
      const read = await readWithLessDetail(git, commit, detail, failure)
      yield read.change
      done += 1
      failures += 1
      if (failures >= MAX_FAILURES_IN_A_ROW) detail = read.detail
    }
  }
}

const LESS_DETAIL: Record<ChangeDetail, ChangeDetail | null> = {
  lines: 'names',
  names: 'message',
  message: null,
}

async function readWithLessDetail(
  git: GitDirectory,
  commit: CommitToRead,
  tried: ChangeDetail,
  failure: GitFailure,
): Promise<{ change: CommitChanges; detail: ChangeDetail }> {
  const detail = LESS_DETAIL[tried]
  if (detail === null) throw damaged(failure)
  try {
    for await (const change of readCommits(git, [commit], detail)) return { change, detail }
    throw damaged(failure)
  } catch (again) {
    if (!(again instanceof GitFailure)) throw again
    return readWithLessDetail(git, commit, detail, again)
  }
}

const damaged = (cause: GitFailure) =>
  new AppError('unavailable', `A commit of the repository cannot be read: ${cause.message}.`, { cause })

/** A commit to read, and the commit to compare it with. */
export interface CommitToRead {
  hash: string
  /** Null compares with the empty tree (the first commit); the commit itself skips the comparison. */
  against: string | null
}

/** `lines` counts lines, `names` opens no files, `message` opens no folders either. */
export type ChangeDetail = 'lines' | 'names' | 'message'

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
const COMMANDS: Record<ChangeDetail, string[]> = {
  lines: [...DIFF, '--raw', '--numstat', '-M'],
  // An exact rename is found without reading the files.
  names: [...DIFF, '--raw', '-M100%'],
  message: ['log', '--stdin', '--no-walk=unsorted', '--no-patch'],
}
const FORM = ['-z', '--no-color', '--encoding=UTF-8', `--format=${ChangeParser.format}`]

/** Reads the commits in order with one git process. If git fails, throws `GitFailure` after the commits before the failure. */
async function* readCommits(
  git: GitDirectory,
  commits: Iterable<CommitToRead>,
  detail: ChangeDetail,
): AsyncGenerator<CommitChanges> {
  const parser = new ChangeParser()
  try {
    for await (const fields of readFields(git, [...COMMANDS[detail], ...FORM], requests(commits, detail))) {
      for (const field of fields) {
        const change = parser.take(field)
        if (change !== null) yield change
      }
    }
  } catch (failure) {
    const last = parser.end(detail === 'lines')
    if (last !== null) yield last
    throw failure
  }
  const last = parser.end(false)
  if (last !== null) yield last
}

/** Joins requests into blocks, since each stream chunk has a cost. */
function* requests(commits: Iterable<CommitToRead>, detail: ChangeDetail): Generator<string> {
  let block = ''
  for (const { hash, against } of commits) {
    block += against === null || detail === 'message' ? `${hash}\n` : `${hash} ${against}\n`
    if (block.length < BLOCK) continue
    yield block
    block = ''
  }
  if (block !== '') yield block
}

const BLOCK = 16_384
