import { sql } from 'kysely'
import { VALUES_PER_STATEMENT } from '#platform/db/database.ts'
import type { Reader } from '#platform/db/schema.ts'
import { chunksOf } from '#platform/iterables.ts'
import { startOfCut } from './cancelled-merges.ts'
import type { MergedPull } from './pull-request.ts'
import { type RevertTarget, revertTarget } from './reverts.ts'

/** The expression of an index; it must be written exactly as in the migration. */
export const abbreviatedCommit = sql<string>`substr(merge_commit, 1, 7)`

/** The recorded reverts of a repository, and the merges that they may undo. */
export async function revertCandidates(db: Reader, repositoryId: string) {
  const reverts = await recordedReverts(db, repositoryId)
  const targets = reverts.flatMap(row => row.reverts ?? [])
  const found = await mergesNamed(db, repositoryId, targets)
  const merges = new Map(
    [...found.map(row => ({ ...row, reverts: null })), ...reverts].map(row => [row.id, row]),
  )
  return [...merges.values()].map(row => ({
    id: row.id,
    number: row.number,
    mergeCommit: row.merge_commit,
    title: row.title,
    baseBranch: row.base_branch,
    headBranch: row.head_branch,
    mergedAt: row.merged_at,
    revertedAt: row.reverted_at,
    reverts: row.reverts,
  }))
}

const mergesOf = (db: Reader, repositoryId: string) =>
  db
    .selectFrom('pull_request')
    .select([
      'id',
      'number',
      'merge_commit',
      'title',
      'base_branch',
      'head_branch',
      'merged_at',
      'reverted_at',
    ])
    .where('repository_id', '=', repositoryId)

/** Includes pull requests whose revert was edited and no longer names them. */
async function recordedReverts(db: Reader, repositoryId: string) {
  const { name: repo } = await db
    .selectFrom('repository')
    .select('name')
    .where('id', '=', repositoryId)
    .executeTakeFirstOrThrow()
  const rows = await mergesOf(db, repositoryId)
    .select(['body', 'commits', 'reverts_number', 'reverts_commit'])
    // This matches a partial index.
    .where(where =>
      where.or([
        where('reverts_number', 'is not', null),
        where('reverts_commit', 'is not', null),
        where('reverted_at', 'is not', null),
      ]),
    )
    .execute()
  return rows.map(row => ({ ...row, reverts: storedTarget(row, repo) }))
}

/** The merges that reverts name by number, by commit, or else by title or branch. */
async function mergesNamed(db: Reader, repositoryId: string, targets: readonly RevertTarget[]) {
  const merges = mergesOf(db, repositoryId)
  const found = []
  const numbers = targets.flatMap(target => target.numbers)
  for (const some of chunksOf(numbers, VALUES_PER_STATEMENT))
    found.push(...(await merges.where('number', 'in', some).execute()))
  const commits = targets.flatMap(target => target.commits)
  for (const some of chunksOf(commits, VALUES_PER_STATEMENT))
    found.push(...(await merges.where(abbreviatedCommit, 'in', some).execute()))
  // Thousands of merges may share one title, so titles are looked up only if numbers and commits found nothing.
  const known = new Set(found.flatMap(row => [row.number, row.merge_commit?.slice(0, 7)]))
  const others = targets.filter(
    target => ![...target.numbers, ...target.commits].some(name => known.has(name)),
  )
  const titles = others.flatMap(target => target.titles.flat())
  for (const some of chunksOf(titles, VALUES_PER_STATEMENT))
    found.push(...(await merges.where('title', 'in', some).execute()))
  const branches = others.flatMap(target => target.branches)
  for (const some of chunksOf(branches, VALUES_PER_STATEMENT))
    found.push(...(await merges.where('head_branch', 'in', some).execute()))
  for (const start of new Set(titles.flatMap(title => startOfCut(title) ?? [])))
    found.push(
      ...(await merges.where('title', '>=', start).where('title', '<', `${start}\u{10ffff}`).execute()),
    )
  return found
}

/** The target of a revert: everything that its text names, and the stored number and commit, in case the repository was renamed since. */
function storedTarget(
  row: Pick<MergedPull, 'title' | 'body'> & {
    commits: string
    reverts_number: number | null
    reverts_commit: string | null
  },
  repo: string,
): RevertTarget | null {
  if (row.reverts_number === null && row.reverts_commit === null) return null
  const read = revertTarget({ repo, title: row.title, body: row.body, commits: JSON.parse(row.commits) })
  return {
    numbers: [...(row.reverts_number ? [row.reverts_number] : []), ...(read?.numbers ?? [])],
    commits: [...(row.reverts_commit === null ? [] : [row.reverts_commit]), ...(read?.commits ?? [])],
    titles: read?.titles ?? [],
    branches: read?.branches ?? [],
    reapplied: read?.reapplied ?? [],
  }
}
