import { COMMITS_KEPT } from '#pulls/pull-request.ts'
import { GitFailure, recordsOf, type Workplace } from '../run.ts'
import type { Candidate } from '../scan.ts'
import { Ahead } from './read-ahead.ts'

/** What a merge commit brought to the branch. */
export interface Brought {
  /** Oldest first, without merges. */
  subjects: string[]
  /** Of the newest of them: who made the pull request, most likely. */
  author: { name: string; email: string } | null
}

/**
 * Walks the whole history beside the first-parent one, newest first: between two commits of that line, topological order shows
 * exactly what the upper one was the first to bring.
 */
export class BroughtReader {
  readonly #groups: Ahead<[string, Brought]>

  constructor(place: Workplace, newest: Candidate, oldest: Candidate) {
    this.#groups = new Ahead(groups(place, newest.hash, oldest.firstParent))
  }

  /** Of merges, asked for in the order of the history. Null where the history does not hold it. */
  async of(hash: string): Promise<Brought | null> {
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
  place: Workplace,
  from: string,
  until: string | null,
): AsyncGenerator<[string, Brought]> {
  let current = from
  let next = from
  let brought: Brought = { subjects: [], author: null }
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
      if (brought.subjects.length < COMMITS_KEPT) brought.subjects.push(subject)
    }
  }
  yield [current, finished(brought)]
}

const finished = ({ subjects, author }: Brought): Brought => ({ subjects: subjects.reverse(), author })

async function* commits(place: Workplace, from: string, until: string | null): AsyncGenerator<string[]> {
  const format = '--format=%H%x00%P%x00%an%x00%ae%x00%s'
  const range = until === null ? [from] : [from, `^${until}`]
  const args = ['log', '-z', '--topo-order', '--encoding=UTF-8', '--no-color', format, ...range, '--']
  try {
    yield* recordsOf(place, args, 5)
  } catch (cause) {
    // The commits of side branches are a courtesy: what a repository has lost of them is left out.
    if (!(cause instanceof GitFailure)) throw cause
  }
}
