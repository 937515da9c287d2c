import type { Reader } from '#platform/db/schema.ts'
import type { MergedPull } from './pull-request.ts'

/** A statement takes only so many values. */
const AT_A_TIME = 500

/** Recorded pull requests as they came, by their ids. */
export const storedPulls = (db: Reader, ids: readonly string[]): Promise<Map<string, MergedPull>> =>
  pullsById(db, ids, rowsOf)

/** The same without those whose text could not be processed. */
export const processablePulls = (db: Reader, ids: readonly string[]): Promise<Map<string, MergedPull>> =>
  pullsById(db, ids, async (reader, some) =>
    (await rowsOf(reader, some)).filter(row => row.classification_error === null),
  )

async function pullsById(
  db: Reader,
  ids: readonly string[],
  read: typeof rowsOf,
): Promise<Map<string, MergedPull>> {
  const found = new Map<string, MergedPull>()
  for (let from = 0; from < ids.length; from += AT_A_TIME) {
    const rows = await read(db, ids.slice(from, from + AT_A_TIME))
    for (const row of rows) found.set(row.id, pullFrom(row))
  }
  return found
}

/** What names a pull request, or a commit that belongs to none, within its repository. */
export const keyOf = ({ number, mergeCommit }: Pick<MergedPull, 'number' | 'mergeCommit'>): string =>
  number === null ? `@${mergeCommit}` : `#${number}`

/** Those of a repository's pull requests that are recorded, with their ids, by `keyOf`. */
export async function recordedPulls(
  db: Reader,
  repositoryId: string,
  pulls: readonly Pick<MergedPull, 'number' | 'mergeCommit'>[],
): Promise<Map<string, { id: string; pull: MergedPull }>> {
  if (pulls.length === 0) return new Map()
  const numbers = pulls.flatMap(pull => (pull.number === null ? [] : [pull.number]))
  const commits = pulls.flatMap(pull => (pull.number === null && pull.mergeCommit ? [pull.mergeCommit] : []))
  const rows = await records(db)
    .where('repository_id', '=', repositoryId)
    .where(where =>
      where.or([
        ...(numbers.length > 0 ? [where('number', 'in', numbers)] : []),
        ...(commits.length > 0 ? [where('commit_key', 'in', commits)] : []),
      ]),
    )
    .execute()
  return new Map(
    rows.map(row => {
      const pull = pullFrom(row)
      return [keyOf({ ...pull, mergeCommit: row.commit_key }), { id: row.id, pull }]
    }),
  )
}

const records = (db: Reader) =>
  db
    .selectFrom('pull_request')
    .innerJoin('repository', 'repository.id', 'pull_request.repository_id')
    .selectAll('pull_request')
    .select(['repository.host', 'repository.name as repo'])

const rowsOf = (db: Reader, ids: readonly string[]) =>
  records(db).where('pull_request.id', 'in', ids).execute()

const pullFrom = (row: Awaited<ReturnType<typeof rowsOf>>[number]): MergedPull => ({
  host: row.host,
  repo: row.repo,
  number: row.number,
  title: row.title,
  body: row.body,
  author: row.author,
  authorIsBot: row.author_is_bot === 1,
  labels: JSON.parse(row.labels),
  baseBranch: row.base_branch,
  mergeCommit: row.merge_commit,
  mergedAt: row.merged_at,
  ...(row.host_changed_at !== null && { changedAt: row.host_changed_at }),
  url: row.url,
  files: JSON.parse(row.files),
  filesChanged: row.files_changed,
  additions: row.additions,
  deletions: row.deletions,
  linkedIssues: JSON.parse(row.linked_issues),
  commits: JSON.parse(row.commits),
  fragments: JSON.parse(row.fragments),
})
