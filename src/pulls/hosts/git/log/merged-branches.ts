import type { HistoryCommit } from '#pulls/hosts/git/plan.ts'
import { type GitContext, GitFailure, ReadAhead, readRecords } from '#pulls/hosts/git/run-git.ts'
import { MAX_COMMITS } from '#pulls/pull-request.ts'

/** The commits that a merge commit added to the branch. */
export interface MergedBranch {
  /** Oldest first, without merges. */
  subjects: string[]
  /** The author of the newest commit, most likely the pull request's. */
  author: { name: string; email: string } | null
}

/**
 * Walks the whole history, newest first, in topological order: the commits between two first-parent commits are those that the
 * newer one merged.
 */
export class MergedBranchReader {
  readonly #branches: ReadAhead<[string, MergedBranch]>

  constructor(git: GitContext, newest: HistoryCommit, oldest: HistoryCommit) {
    this.#branches = new ReadAhead(branches(git, newest.hash, oldest.firstParent))
  }

  /** The branch that a merge commit merged. Ask in the order of the history; null when it is not in the range. */
  async of(hash: string): Promise<MergedBranch | null> {
    for (;;) {
      const entry = await this.#branches.take()
      if (entry === null) return null
      if (entry[0] === hash) return entry[1]
    }
  }

  close(): Promise<void> {
    return this.#branches.close()
  }
}

async function* branches(
  git: GitContext,
  from: string,
  until: string | null,
): AsyncGenerator<[string, MergedBranch]> {
  let current = from
  let next = from
  let branch: MergedBranch = { subjects: [], author: null }
  for await (const [hash = '', parents = '', name = '', email = '', subject = ''] of commits(
    git,
    from,
    until,
  )) {
    if (hash === next) {
      if (hash !== from) yield [current, oldestFirst(branch)]
      current = hash
      next = parents.split(' ')[0] ?? ''
      branch = { subjects: [], author: null }
    } else if (!parents.includes(' ')) {
      branch.author ??= { name, email }
      if (branch.subjects.length < MAX_COMMITS) branch.subjects.push(subject)
    }
  }
  yield [current, oldestFirst(branch)]
}

const oldestFirst = ({ subjects, author }: MergedBranch): MergedBranch => ({
  subjects: subjects.reverse(),
  author,
})

async function* commits(git: GitContext, from: string, until: string | null): AsyncGenerator<string[]> {
  const format = '--format=%H%x00%P%x00%an%x00%ae%x00%s'
  const range = until === null ? [from] : [from, `^${until}`]
  const args = ['log', '-z', '--topo-order', '--encoding=UTF-8', '--no-color', format, ...range, '--']
  try {
    yield* readRecords(git, args, 5)
  } catch (cause) {
    // A missing side branch is left out; its commits are optional.
    if (!(cause instanceof GitFailure)) throw cause
  }
}
