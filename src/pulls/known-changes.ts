import type { Instant } from '#platform/clock.ts'
import type { Reader } from '#platform/db/schema.ts'
import type { MergedPull } from './pull-request.ts'

/**
 * The pull requests that the account has already recorded under another name, with the id of the record.
 * Their commit is recorded in another repository, which was renamed, moved or forked, or in this one as a
 * commit or under a number. Two numbers of one repository are two pull requests.
 */
export async function pullsByCommit(
  db: Reader,
  { id, accountId }: { id: string; accountId: string },
  pulls: readonly MergedPull[],
): Promise<Map<MergedPull, string>> {
  const commits = pulls.flatMap(pull => pull.mergeCommit ?? [])
  if (commits.length === 0) return new Map()
  const rows = await db
    .selectFrom('pull_request')
    .select(['id', 'repository_id', 'number', 'merge_commit'])
    .where('account_id', '=', accountId)
    .where('merge_commit', 'in', commits)
    .orderBy('recorded_at')
    .execute()
  const byCommit = Map.groupBy(rows, row => row.merge_commit)
  return new Map(
    pulls.flatMap(pull => {
      const same = (byCommit.get(pull.mergeCommit) ?? []).filter(
        row => row.repository_id !== id || pull.number === null,
      )
      const row = same.find(({ number }) => number === pull.number) ?? same[0]
      return row ? [[pull, row.id] as const] : []
    }),
  )
}

/**
 * Commits of a rewritten history, under the hashes by which they are recorded. A recorded commit that is gone
 * from the history is matched by author, title and author time; two equal ones are two changes.
 */
export async function underRecordedHashes(
  db: Reader,
  repositoryId: string,
  pulls: readonly MergedPull[],
  isGone: (commit: string) => Promise<boolean>,
): Promise<MergedPull[]> {
  const times = pulls.flatMap(({ number, authoredAt }) => (number === null ? (authoredAt ?? []) : []))
  if (times.length === 0) return [...pulls]
  const rows = await db
    .selectFrom('pull_request')
    .select(['author', 'title', 'authored_at', 'commit_key'])
    .where('repository_id', '=', repositoryId)
    .where('authored_at', 'in', times)
    .where('number', 'is', null)
    .execute()
  const recorded = new Set(rows.map(row => row.commit_key))
  const byPatch = Map.groupBy(rows, row => patchKey(row.author, row.title, row.authored_at))
  const known: MergedPull[] = []
  for (const pull of pulls) {
    const same = byPatch.get(patchKey(pull.author, pull.title, pull.authoredAt ?? null))
    const isNew = pull.number === null && !recorded.has(pull.mergeCommit)
    const commit = isNew ? same?.[0]?.commit_key : null
    if (commit && (await isGone(commit))) {
      same?.shift()
      known.push({ ...pull, mergeCommit: commit })
    } else known.push(pull)
  }
  return known
}

const patchKey = (author: string | null, title: string, authoredAt: Instant | null): string =>
  JSON.stringify([author, title, authoredAt])
