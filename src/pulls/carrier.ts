import type { Reader } from '#platform/db/schema.ts'
import { MAX_COMMITS, type MergedPull } from './pull-request.ts'

/** The line that replaces a pull request's own commits among the commits of the one whose branch it was merged into. */
export const carriedSubject = (number: number): string => `Merge pull request #${number}`

/** The pull request that a commit merges, as code hosts write it into the message; null for any other commit. */
export function mergedNumberOf(message: string): number | null {
  const [first = ''] = message.split('\n', 1)
  const number =
    /^Merge pull request (?:'.*' \()?[#!](\d+)\b/.exec(first)?.[1] ??
    /^Merged in \S+ \(pull request #(\d+)\)$/.exec(first)?.[1] ??
    /^Merged PR (\d+): /.exec(first)?.[1] ??
    /^See merge request (?:\S*!|https?:\/\/\S+\/merge_requests\/)(\d+)$/m.exec(message)?.[1]
  return number === undefined ? null : Number(number)
}

const CARRIED = /^Merge pull request #(\d+)\b/
/** Matches the merge that updates a branch, which brings nothing of its own. */
const UPDATE = /^Merge (?:remote-tracking )?branch\b/

/** How many other pull requests were merged into this one's branch, and how many commits it has of its own. */
export function broughtBy({ number, commits }: Pick<MergedPull, 'number' | 'commits'>): {
  others: number
  own: number
} {
  const others = commits.filter(subject => {
    const other = CARRIED.exec(subject)?.[1]
    return other !== undefined && Number(other) !== number
  })
  const updates = commits.filter(subject => UPDATE.test(subject))
  return { others: others.length, own: commits.length - others.length - updates.length }
}

/**
 * The recorded pull requests that carry any of these and may have been judged without them: for each branch
 * that these were merged into, the first merge of that branch afterwards.
 */
export async function carriersOf(
  db: Reader,
  repositoryId: string,
  pulls: readonly MergedPull[],
): Promise<string[]> {
  const bases = [...new Set(pulls.flatMap(({ baseBranch }) => baseBranch ?? []))]
  if (bases.length === 0) return []
  const given = new Set(pulls.map(({ number }) => number))
  const rows = await db
    .selectFrom('pull_request')
    .select(['id', 'number', 'head_branch', 'base_branch', 'merged_at'])
    .where('repository_id', '=', repositoryId)
    .where('head_branch', 'in', bases)
    .where('merged_at', '>=', Math.min(...pulls.map(({ mergedAt }) => mergedAt)))
    .orderBy('merged_at')
    .execute()
  const found = pulls.flatMap(({ baseBranch, mergedAt }) => {
    const later = rows.filter(
      row => row.head_branch === baseBranch && row.base_branch !== baseBranch && row.merged_at >= mergedAt,
    )
    return [...Map.groupBy(later, row => row.base_branch).values()].flatMap(([first]) => first ?? [])
  })
  return [...new Set(found.filter(row => !given.has(row.number)).map(({ id }) => id))]
}

/**
 * The pull requests with those that they carry. For each recorded pull request that was merged into their branch since its last merge, one
 * line replaces the carried commits. So pull requests that only carry others are recognised even if the host lists no commits.
 */
export async function withCarried(
  db: Reader,
  repositoryId: string,
  pulls: readonly MergedPull[],
): Promise<MergedPull[]> {
  const heads = [
    ...new Set(
      pulls.flatMap(({ headBranch, baseBranch }) => (headBranch !== baseBranch ? (headBranch ?? []) : [])),
    ),
  ]
  if (heads.length === 0) return [...pulls]
  const stored = db
    .selectFrom('pull_request')
    .select(['number', 'title', 'commits', 'base_branch', 'head_branch', 'merged_at'])
    .where('repository_id', '=', repositoryId)
    .where('merged_at', '<=', Math.max(...pulls.map(({ mergedAt }) => mergedAt)))
  // Two queries, since a single one would read all rows of the repository.
  const into = await stored.where('base_branch', 'in', heads).execute()
  const outOf = await stored.where('head_branch', 'in', heads).execute()
  const others = [
    ...[...into, ...outOf].map(row => ({ ...row, commits: JSON.parse(row.commits) as string[] })),
    ...pulls.map(({ number, title, commits, baseBranch, headBranch, mergedAt }) => ({
      ...{ number, title, commits, base_branch: baseBranch, head_branch: headBranch, merged_at: mergedAt },
    })),
  ]
  return pulls.map(pull => {
    const { number, headBranch, baseBranch, mergedAt } = pull
    if (headBranch === undefined || headBranch === baseBranch) return pull
    const earlier = others.filter(other => other.number !== number && other.merged_at <= mergedAt)
    const merges = earlier.filter(
      other => other.head_branch === headBranch && other.base_branch === baseBranch,
    )
    const since = Math.max(...merges.map(other => other.merged_at))
    const carried = earlier.filter(other => other.base_branch === headBranch && other.merged_at > since)
    const lines = [
      ...new Set(carried.flatMap(other => (other.number === null ? [] : carriedSubject(other.number)))),
    ]
    if (lines.length === 0) return pull
    const theirs = new Set([
      ...lines,
      ...carried.flatMap(other => [other.title, `${other.title} (#${other.number})`, ...other.commits]),
    ])
    const own = pull.commits.filter(subject => !theirs.has(subject))
    return { ...pull, commits: [...own, ...lines].slice(-MAX_COMMITS) }
  })
}
