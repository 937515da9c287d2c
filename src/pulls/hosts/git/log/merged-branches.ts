import type { HistoryCommit } from '#pulls/hosts/git/plan.ts'
import { type GitContext, GitFailure, ReadAhead, readRecords } from '#pulls/hosts/git/run-git.ts'
import { MAX_COMMITS } from '#pulls/pull-request.ts'

/** What a merge commit brought to the branch. */
export interface MergedBranch {
  /** Oldest first, without merges. */
  subjects: string[]
  /** Of the newest of them: who made the pull request, most likely. */
  author: { name: string; email: string } | null
}

/**
 * Walks the whole history beside the first-parent one, newest first: between two commits of that line, topological order shows
 * exactly what the upper one was the first to bring.
 */
export class MergedBranchReader {
  readonly #groups: ReadAhead<[string, MergedBranch]>

  constructor(place: GitContext, newest: HistoryCommit, oldest: HistoryCommit) {
    this.#groups = new ReadAhead(groups(place, newest.hash, oldest.firstParent))
  }

  /** Of merges, asked for in the order of the history. Null where the history does not hold it. */
  async of(hash: string): Promise<MergedBranch | null> {
    for (;;) {
      const group = await this.#groups.take()
      if (group === null) return null
      if (group[0] === hash) return group[1]
    }
  }

  close(): Promise<void> {
    return this.#groups.close()
  }
}

async function* groups(
  place: GitContext,
  from: string,
  until: string | null,
): AsyncGenerator<[string, MergedBranch]> {
  let current = from
  let next = from
  let brought: MergedBranch = { subjects: [], author: null }
  for await (const [hash = '', parents = '', name = '', email = '', subject = ''] of commits(
    place,
    from,
    until,
  )) {
    if (hash === next) {
      if (hash !== from) yield [current, finished(brought)]
      current = hash
      next = parents.split(' ')[0] ?? ''
      brought = { subjects: [], author: null }
    } else if (!parents.includes(' ')) {
      brought.author ??= { name, email }
      if (brought.subjects.length < MAX_COMMITS) brought.subjects.push(subject)
    }
  }
  yield [current, finished(brought)]
}

const finished = ({ subjects, author }: MergedBranch): MergedBranch => ({
  subjects: subjects.reverse(),
  author,
})

async function* commits(place: GitContext, from: string, until: string | null): AsyncGenerator<string[]> {
  const format = '--format=%H%x00%P%x00%an%x00%ae%x00%s'
  const range = until === null ? [from] : [from, `^${until}`]
  const args = ['log', '-z', '--topo-order', '--encoding=UTF-8', '--no-color', format, ...range, '--']
  try {
    yield* readRecords(place, args, 5)
  } catch (cause) {
    // The commits of side branches are a courtesy: what a repository has lost of them is left out.
    if (!(cause instanceof GitFailure)) throw cause
  }
}
