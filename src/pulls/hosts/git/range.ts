import { AppError } from '#platform/errors.ts'
import { safeLine } from '#platform/text.ts'
import type { CommitRange } from '#pulls/hosts/merge-source.ts'
import { type GitDirectory, GitFailure, readFields } from './run-git.ts'

/** Where a name is looked up, as git does, but without its revision syntax. */
const PLACES = ['refs/tags/', 'refs/heads/', 'refs/remotes/origin/']
const HASH = /^[0-9a-f]{7,64}$/

/** Reads which commits `to` has and `from` does not. Throws `wrong_usage` for a tag, branch or commit that is not there. */
export async function commitRange(git: GitDirectory, from: string, to: string): Promise<CommitRange> {
  const [start, end] = [await commitNamed(git, from), await commitNamed(git, to)]
  return {
    from: start,
    to: end,
    commits: await commitsIn(git, [end, `^${start}`]),
    left: await commitsIn(git, [start, `^${end}`]),
    reachable: await commitsIn(git, [end]),
  }
}

async function commitNamed(git: GitDirectory, name: string): Promise<string> {
  const bare = HASH.test(name) || name === 'HEAD' ? [name] : []
  for (const place of [...PLACES.map(folder => folder + name), ...bare]) {
    const commit = (
      await linesOf(git, ['rev-parse', '--quiet', '--verify', `${place}^{commit}`]).catch(noneOf)
    )[0]
    if (commit !== undefined) return commit
  }
  throw new AppError(
    'wrong_usage',
    `The repository has no tag, branch or commit "${safeLine(name)}". A shallow clone has no tags: fetch the whole history (fetch-depth: 0).`,
  )
}

const noneOf = (error: unknown): string[] => {
  if (error instanceof GitFailure) return []
  throw error
}

const commitsIn = async (git: GitDirectory, revisions: readonly string[]): Promise<Set<string>> =>
  new Set(await linesOf(git, ['rev-list', ...revisions, '--']))

async function linesOf(git: GitDirectory, args: string[]): Promise<string[]> {
  const output = (await Array.fromAsync(readFields(git, args))).flat().join('')
  return output.split('\n').filter(line => line !== '')
}
