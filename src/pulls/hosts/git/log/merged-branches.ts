import { carriedSubject } from '#pulls/carrier.ts'
import { recordedCommit, withoutFooters } from '#pulls/commit-footers.ts'
import { type CommitMessage, withoutTrailerNoise } from '#pulls/hosts/git/commit-message.ts'
import type { HistoryCommit } from '#pulls/hosts/git/plan.ts'
import { type GitDirectory, ReadAhead, readRecords, untilFailure } from '#pulls/hosts/git/run-git.ts'
import { MAX_COMMITS } from '#pulls/pull-request.ts'
import { BranchLines, type Line } from './branch-lines.ts'

const MOST_MESSAGES = 20
const LONGEST_MESSAGE = 4_000

/** The commits that a merge commit added to the branch. */
export interface MergedBranch {
  /**
   * The subjects of the commits, oldest first, without merges, with their footers. A pull request that was
   * merged there is one line in place of its commits.
   */
  subjects: string[]
  /** What the messages of the commits say below their subjects, each below its own as in a squash commit, oldest first. */
  messages: string[]
  /** The author of the newest commit, who is most likely the pull request's. */
  author: { name: string; email: string } | null
}

/**
 * A commit of the walk. One on the branch that is read also has what it brought in: by merge commit, its own
 * branch and the branches of what it carried.
 */
interface WalkedCommit {
  hash: string
  branches: Map<string, MergedBranch>
}

/** Walks the whole history, newest first, in topological order. */
export class MergedBranchReader {
  readonly #merges: ReadAhead<WalkedCommit>
  #current: WalkedCommit | null = null

  /** `carried` are the numbers of the carried pull requests by commit hash. */
  constructor(
    git: GitDirectory,
    newest: HistoryCommit,
    oldest: HistoryCommit,
    carried: ReadonlyMap<string, number>,
  ) {
    this.#merges = new ReadAhead(merges(git, newest.hash, oldest.firstParent, carried))
  }

  /** The branch that a merge commit merged; null if it is not in the range. Ask in the order of the history. */
  async of({ hash, carried }: HistoryCommit): Promise<MergedBranch | null> {
    const onHistory = carried?.by.hash ?? hash
    while (this.#current?.hash !== onHistory) {
      this.#current = await this.#merges.take()
      if (this.#current === null) return null
    }
    return this.#current.branches.get(hash) ?? { subjects: [], messages: [], author: null }
  }

  close(): Promise<void> {
    return this.#merges.close()
  }
}

/** The merges of the history in order, each as soon as everything that it brought in is known. */
async function* merges(
  git: GitDirectory,
  from: string,
  until: string | null,
  carried: ReadonlyMap<string, number>,
): AsyncGenerator<WalkedCommit> {
  const lines = new BranchLines<WalkedCommit>()
  const open: WalkedCommit[] = []
  for await (const [hash = '', parentList = '', name = '', email = '', subject = '', body = ''] of commits(
    git,
    from,
    until,
  )) {
    const parents = parentList === '' ? [] : parentList.split(' ')
    const commit = { hash, branches: new Map<string, MergedBranch>() }
    const { line } = lines.place(commit, parents)
    const number = carried.get(hash)
    if (line.carrier === null) open.push(...(parents.length > 1 ? [commit] : []))
    else if (number !== undefined) addSubject(branchOf(line, carried), carriedSubject(number))
    else if (parents.length < 2) addCommit(branchOf(line, carried), { subject, body }, { name, email })
    while (open[0] && lines.isComplete(open[0])) yield* open.splice(0, 1).map(oldestFirst)
  }
  yield* open.map(oldestFirst)
}

/**
 * The branch of the pull request that the line belongs to, with the lines that it merged itself; otherwise
 * that of the commit on the history.
 */
function branchOf(line: Line<WalkedCommit>, carried: ReadonlyMap<string, number>): MergedBranch {
  let own = line
  while (own.outer?.outer && !(own.merge && carried.has(own.merge.hash))) own = own.outer
  const [branches, merge] = [line.carrier?.branches, own.merge?.hash ?? '']
  const branch = branches?.get(merge) ?? { subjects: [], messages: [], author: null }
  branches?.set(merge, branch)
  return branch
}

function addCommit(
  branch: MergedBranch,
  { subject, body }: CommitMessage,
  author: MergedBranch['author'],
): void {
  branch.author ??= author
  if (branch.subjects.length < MAX_COMMITS) branch.subjects.push(recordedCommit(subject, body))
  const message = withoutFooters(withoutTrailerNoise(body.slice(0, LONGEST_MESSAGE)))
  if (message !== '' && branch.messages.length < MOST_MESSAGES)
    branch.messages.push(`* ${subject}\n\n${message}`)
}

/** Adds the subject of a commit. Rebased commits of one pull request follow each other and share one line. */
function addSubject({ subjects }: MergedBranch, subject: string): void {
  if (subjects.length < MAX_COMMITS && subjects.at(-1) !== subject) subjects.push(subject)
}

function oldestFirst(merge: WalkedCommit): WalkedCommit {
  for (const { subjects, messages } of merge.branches.values())
    for (const list of [subjects, messages]) list.reverse()
  return merge
}

function commits(git: GitDirectory, from: string, until: string | null): AsyncGenerator<string[]> {
  const format = '--format=%H%x00%P%x00%an%x00%ae%x00%s%x00%b'
  const range = until === null ? [from] : [from, `^${until}`]
  const args = ['log', '-z', '--topo-order', '--encoding=UTF-8', '--no-color', format, ...range, '--']
  // A missing side branch is skipped, because its commits are optional.
  return untilFailure(readRecords(git, args, 6))
}
