import { AppError } from '#platform/errors.ts'
import { safeLine } from '#platform/text.ts'
import type { TagDate } from '#pulls/changelog-sources/release-dates.ts'
import { tagBefore } from '#pulls/changelog-sources/release-tags.ts'
import type { CommitRange } from '#pulls/hosts/merge-source.ts'
import { type GitDirectory, readFields, readRecords, untilFailure } from './run-git.ts'

/** The prefixes under which a name is looked up, in git's order, but without git's revision syntax. */
const PLACES = ['refs/tags/', 'refs/heads/', 'refs/remotes/origin/']
const HASH = /^[0-9a-f]{7,64}$/
const VERIFY = ['rev-parse', '--quiet', '--verify']

/**
 * Reads which commits `to` has and `from` does not. `from` defaults to the tag before `to` (see `tagBefore`).
 * Throws `wrong_usage` for a tag, branch or commit that does not exist.
 */
export async function commitRange(
  git: GitDirectory,
  from: string | undefined,
  to: string,
): Promise<CommitRange> {
  const end = await commitNamed(git, to)
  const start = from ?? tagBefore(to, await tagsBehind(git, end))
  const first = start === null ? null : await commitNamed(git, start)
  return {
    start,
    from: first,
    to: end,
    commits: await commitsIn(git, first === null ? [end] : [end, `^${first}`]),
    left: first === null ? new Set() : await commitsIn(git, [first, `^${end}`]),
    reachable: await commitsIn(git, [end]),
  }
}

/** The tags in the history of a commit, except those of the commit itself. */
async function tagsBehind(git: GitDirectory, commit: string): Promise<TagDate[]> {
  const format = '%(refname:strip=2)%00%(creatordate:unix)%00%(objectname) %(*objectname)%00'
  const records = readRecords(
    git,
    ['for-each-ref', `--merged=${commit}`, `--format=${format}`, 'refs/tags'],
    3,
  )
  const tags: TagDate[] = []
  for await (const [tag = '', seconds = '', objects = ''] of records)
    if (!objects.split(' ').includes(commit)) tags.push({ tag: tag.trimStart(), at: Number(seconds) * 1000 })
  return tags
}

async function commitNamed(git: GitDirectory, name: string): Promise<string> {
  const bare = HASH.test(name) || name === 'HEAD' ? [name] : []
  for (const place of [...PLACES.map(folder => folder + name), ...bare]) {
    const [commit] = await linesOf(untilFailure(readFields(git, [...VERIFY, `${place}^{commit}`])))
    if (commit !== undefined) return commit
  }
  throw new AppError(
    'wrong_usage',
    `The repository has no tag, branch or commit "${safeLine(name)}". A shallow clone has no tags: fetch the whole history (fetch-depth: 0).`,
  )
}

const commitsIn = async (git: GitDirectory, revisions: readonly string[]): Promise<Set<string>> =>
  new Set(await linesOf(readFields(git, ['rev-list', ...revisions, '--'])))

const linesOf = async (output: AsyncIterable<string[]>): Promise<string[]> =>
  (await Array.fromAsync(output)).flat().join('').split('\n').filter(Boolean)
