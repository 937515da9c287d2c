import { type ActionContext, recordActivity } from '#accounts/activity.ts'
import type { Kind, Magnitude } from '#judgement/classification/classification.ts'
import type { Instant } from '#platform/clock.ts'
import type { Reader, Tx } from '#platform/db/schema.ts'
import { byImportance } from './grouped-copy.ts'
import { entryById } from './store.ts'

/** An issue that more pull requests link to is too broad for one entry. */
const MOST_OF_ONE_ISSUE = 10
/** How far before the oldest draft linked pull requests are counted. */
const LOOK_BACK_MS = 180 * 86_400_000
/** How many pull requests with linked issues are counted at most, newest first. */
const MOST_LOOKED_AT = 20_000

/** Drafts that a person may want to group, the most important first. */
export interface GroupProposal {
  /** `acme/app#12`. */
  issues: string[]
  entries: { id: string; title: string }[]
}

/**
 * Proposes groups of drafts that share a linked issue, the largest first; each draft is in at most one. Merges by bots, reverts and groups
 * are left out. A declined proposal returns only when a further draft joins it.
 */
export async function proposeGroups(db: Reader, accountId: string): Promise<GroupProposal[]> {
  const drafts = await draftsWithIssues(db, accountId)
  const oldest = drafts.reduce((least, draft) => Math.min(least, draft.mergedAt), Number.POSITIVE_INFINITY)
  const counts = await countByIssue(db, accountId, oldest - LOOK_BACK_MS)
  const declined = await declinedDrafts(db, accountId)
  const byIssue = new Map<string, IssueDraft[]>()
  for (const draft of drafts)
    for (const issue of draft.issues) byIssue.set(issue, [...(byIssue.get(issue) ?? []), draft])
  const isNew = (issue: string, those: readonly { id: string }[]) =>
    those.some(({ id }) => !declined.get(issue)?.has(id))
  const likely = [...byIssue]
    .filter(([issue, those]) => isNew(issue, those))
    .filter(([issue, those]) => those.length > 1 && (counts.get(issue) ?? 0) <= MOST_OF_ONE_ISSUE)
    .sort(([a, those], [b, others]) => others.length - those.length || (a < b ? -1 : 1))
  return withoutOverlaps(likely).filter(({ issues, entries }) => issues.some(issue => isNew(issue, entries)))
}

/** Declines a proposal. Throws `not_found` unless all drafts belong to the account. */
export async function declineGroup(
  tx: Tx,
  { clock, ids, actor }: ActionContext,
  accountId: string,
  { issues, entryIds }: { issues: readonly string[]; entryIds: readonly string[] },
): Promise<void> {
  for (const id of entryIds) await entryById(tx, id, accountId)
  const rows = issues.flatMap(issue =>
    entryIds.map(id => ({ account_id: accountId, issue, entry_id: id, declined_at: clock.now() })),
  )
  if (rows.length === 0) return
  await tx
    .insertInto('declined_group')
    .values(rows)
    .onConflict(conflict => conflict.doNothing())
    .execute()
  await recordActivity(tx, clock, ids, {
    ...{ accountId, actor, action: 'declined a group', subject: entryIds[0] ?? '' },
    after: { issues, entries: entryIds },
  })
}

/** The drafts of declined proposals, by issue. */
async function declinedDrafts(db: Reader, accountId: string): Promise<Map<string, Set<string>>> {
  const rows = await db
    .selectFrom('declined_group')
    .innerJoin('entry', 'entry.id', 'declined_group.entry_id')
    .select(['declined_group.issue', 'declined_group.entry_id'])
    .where('declined_group.account_id', '=', accountId)
    .where('entry.state', '=', 'draft')
    .execute()
  const byIssue = Map.groupBy(rows, row => row.issue)
  return new Map([...byIssue].map(([issue, those]) => [issue, new Set(those.map(row => row.entry_id))]))
}

interface IssueDraft {
  id: string
  title: string
  kind: Kind
  magnitude: Magnitude
  isBreaking: boolean
  mergedAt: Instant
  issues: string[]
}

/** Leaves each draft in its largest group only. Issues with the same drafts are one proposal. */
function withoutOverlaps(likely: readonly (readonly [string, IssueDraft[]])[]): GroupProposal[] {
  const taken = new Map<string, GroupProposal>()
  const proposals: GroupProposal[] = []
  for (const [issue, drafts] of likely) {
    const [first] = drafts
    const known = first && taken.get(first.id)
    if (
      known &&
      known.entries.length === drafts.length &&
      drafts.every(draft => taken.get(draft.id) === known)
    ) {
      known.issues.push(issue)
      continue
    }
    const free = drafts.filter(draft => !taken.has(draft.id)).toSorted(byImportance)
    if (free.length < 2) continue
    const proposal = { issues: [issue], entries: free.map(({ id, title }) => ({ id, title })) }
    for (const { id } of free) taken.set(id, proposal)
    proposals.push(proposal)
  }
  return proposals
}

async function draftsWithIssues(db: Reader, accountId: string): Promise<IssueDraft[]> {
  const rows = await db
    .selectFrom('entry')
    .innerJoin('pull_request as pull', 'pull.id', 'entry.primary_pull_request_id')
    .innerJoin('repository', 'repository.id', 'pull.repository_id')
    .leftJoin('decision', 'decision.id', 'pull.decision_id')
    .select(['entry.id', 'entry.title', 'entry.kind', 'entry.magnitude', 'pull.merged_at'])
    .select('decision.is_breaking')
    .select(['pull.linked_issues', 'repository.name as repo', 'repository.host'])
    .where('entry.account_id', '=', accountId)
    .where('entry.state', '=', 'draft')
    .where('entry.origin', '=', 'pull-request')
    .where('pull.linked_issues', '!=', '[]')
    .where('pull.author_is_bot', '=', 0)
    .where('pull.reverts_number', 'is', null)
    .where('pull.reverts_commit', 'is', null)
    .orderBy('pull.merged_at', 'desc')
    .orderBy('entry.id')
    .execute()
  return rows.map(row => ({
    id: row.id,
    title: row.title,
    kind: row.kind as Kind,
    magnitude: row.magnitude as Magnitude,
    isBreaking: row.is_breaking === 1,
    mergedAt: row.merged_at,
    issues: issuesOf(row),
  }))
}

/** Normalizes references, so that an issue has the same name in all repositories of its host. */
function issuesOf({
  host,
  repo,
  linked_issues,
}: {
  host: string
  repo: string
  linked_issues: string
}): string[] {
  const issues: string[] = JSON.parse(linked_issues)
  const elsewhere = host === 'github.com' || host === 'git' ? '' : `${host}/`
  return [
    ...new Set(
      issues.map(issue => `${elsewhere}${issue.startsWith('#') ? repo + issue : issue}`.toLowerCase()),
    ),
  ]
}

/** How many pull requests link to each issue, whether they have drafts or not. */
async function countByIssue(db: Reader, accountId: string, since: Instant): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  if (!Number.isFinite(since)) return counts
  const rows = await db
    .selectFrom('pull_request as pull')
    .innerJoin('repository', 'repository.id', 'pull.repository_id')
    .select(['pull.linked_issues', 'repository.name as repo', 'repository.host'])
    .where('pull.account_id', '=', accountId)
    .where('pull.merged_at', '>=', since)
    .where('pull.linked_issues', '!=', '[]')
    .orderBy('pull.merged_at', 'desc')
    .limit(MOST_LOOKED_AT)
    .execute()
  for (const row of rows) for (const issue of issuesOf(row)) counts.set(issue, (counts.get(issue) ?? 0) + 1)
  return counts
}
