import { sql } from 'kysely'
import { type ActionContext, recordActivity } from '#accounts/activity.ts'
import { upkeepOf } from '#judgement/upkeep.ts'
import { DAY_MS, type Instant } from '#platform/clock.ts'
import type { Reader, Tx } from '#platform/db/schema.ts'
import { LEAD } from './covered-pulls.ts'
import { byLead, type Leading } from './lead.ts'
import { entryById } from './store.ts'
import { issuesOf, themeOf, topicReferencesOf, topicTranslationsOf, topicWordsOf } from './topics.ts'

/**
 * The most pull requests of one topic. An issue that more pull requests link to is too broad for one entry,
 * and so are words that more drafts share.
 */
const MOST_OF_ONE_TOPIC = 10
/** Drafts with the same words, and translations, are grouped only if they were merged within this time. */
const TOGETHER_MS = 14 * DAY_MS
/** How long before the oldest draft pull requests still count as linking to an issue. */
const LOOK_BACK_MS = 180 * DAY_MS
/** The most pull requests with linked issues that are counted, newest first. */
const MOST_LOOKED_AT = 20_000
/** The length of the part of a description that is read. */
const READ = 1_000

/** Drafts that a person may want to group, the most important first. */
export interface GroupProposal {
  /** What the drafts are about, in a word or two, such as `trace` or `#12`. */
  theme: string
  /** Issues and pull requests (`acme/app#12`), a part and two words (`acme/app trace: export step`), three words (`acme/app: dialog preference reset`), or `acme/app translations`. */
  topics: string[]
  entries: { id: string; title: string }[]
}

/**
 * Proposes groups of drafts, the largest first: those that link to one issue, that follow up one pull request, or that were merged within
 * two weeks and either translate the product into a language or share the scope and two words of their titles, or three words where no
 * scope is named. Each draft is in at most one. Bots' maintenance, reverts and groups are left out. A declined proposal returns only when a
 * further draft joins it.
 */
export async function proposeGroups(db: Reader, accountId: string): Promise<GroupProposal[]> {
  const drafts = await groupableDrafts(db, accountId)
  const oldest = drafts.reduce((least, draft) => Math.min(least, draft.mergedAt), Number.POSITIVE_INFINITY)
  const counts = await countByIssue(db, accountId, oldest - LOOK_BACK_MS)
  const declined = await declinedDrafts(db, accountId)
  const isNew = (topic: string, those: readonly { id: string }[]) =>
    those.some(({ id }) => !declined.get(topic)?.has(id))
  const byReference = byTopic(drafts, draft => draft.references)
  const byWords = lately(byTopic(drafts, draft => draft.words))
  const narrow = [...sortedBySize(byReference), ...sortedBySize(byWords)].filter(
    ([topic, those]) => Math.max(counts.get(topic) ?? 0, those.length) <= MOST_OF_ONE_TOPIC,
  )
  // Translations are worth one entry however many languages there are, so their number is not limited.
  const translations = lately(byTopic(drafts, draft => draft.translations))
  const likely = [...translations, ...narrow].filter(([topic, those]) => isNew(topic, those))
  return withoutOverlaps(likely).filter(({ topics, entries }) => topics.some(topic => isNew(topic, entries)))
}

type Topic = readonly [string, readonly TopicDraft[]]

/** The topics that several drafts share, with these drafts. */
function byTopic(drafts: readonly TopicDraft[], topicsOf: (draft: TopicDraft) => string[]): Topic[] {
  const found = new Map<string, TopicDraft[]>()
  for (const draft of drafts)
    for (const topic of topicsOf(draft)) found.set(topic, [...(found.get(topic) ?? []), draft])
  return [...found].filter(([, those]) => those.length > 1)
}

/** The newest draft, with those that were merged shortly before it. */
const mergedTogether = (drafts: readonly TopicDraft[]): TopicDraft[] => {
  const newest = Math.max(...drafts.map(draft => draft.mergedAt))
  return drafts.filter(draft => newest - draft.mergedAt <= TOGETHER_MS)
}

const lately = (topics: readonly Topic[]): Topic[] =>
  topics.map(([topic, those]) => [topic, mergedTogether(those)] as const)

const sortedBySize = (topics: readonly Topic[]): Topic[] =>
  topics.toSorted(([a, those], [b, others]) => others.length - those.length || (a < b ? -1 : 1))

/** Declines a proposal. Throws `not_found` unless all drafts belong to the account. */
export async function declineGroup(
  tx: Tx,
  action: ActionContext,
  accountId: string,
  { topics, entryIds }: { topics: readonly string[]; entryIds: readonly string[] },
): Promise<void> {
  for (const id of entryIds) await entryById(tx, id, accountId)
  const rows = topics.flatMap(topic =>
    entryIds.map(id => ({ account_id: accountId, issue: topic, entry_id: id })),
  )
  if (rows.length === 0) return
  await tx
    .insertInto('declined_group')
    .values(rows)
    .onConflict(conflict => conflict.doNothing())
    .execute()
  await recordActivity(tx, action, 'declined a group', {
    accountId,
    subject: entryIds[0] ?? '',
    after: { topics, entries: entryIds },
  })
}

/** The drafts of the account's declined proposals, by topic. */
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

interface TopicDraft extends Leading {
  id: string
  title: string
  mergedAt: Instant
  references: string[]
  words: string[]
  translations: string[]
}

/** Leaves each draft in the first of its groups. Topics with the same drafts are one proposal. */
function withoutOverlaps(likely: readonly Topic[]): GroupProposal[] {
  const taken = new Map<string, GroupProposal>()
  const proposals: GroupProposal[] = []
  for (const [topic, drafts] of likely) {
    const [first] = drafts
    const known = first && taken.get(first.id)
    if (
      known &&
      known.entries.length === drafts.length &&
      drafts.every(draft => taken.get(draft.id) === known)
    ) {
      known.topics.push(topic)
      continue
    }
    const free = drafts
      .filter(draft => !taken.has(draft.id))
      .toSorted((a, b) => byLead(a, b) || b.mergedAt - a.mergedAt)
    if (free.length < 2) continue
    const entries = free.map(({ id, title }) => ({ id, title }))
    const titles = entries.map(({ title }) => title)
    const proposal = { theme: themeOf(topic, titles), topics: [topic], entries }
    for (const { id } of free) taken.set(id, proposal)
    proposals.push(proposal)
  }
  return proposals
}

async function groupableDrafts(db: Reader, accountId: string): Promise<TopicDraft[]> {
  const rows = await db
    .selectFrom('entry')
    .innerJoin('pull_request as pull', 'pull.id', 'entry.primary_pull_request_id')
    .innerJoin('repository', 'repository.id', 'pull.repository_id')
    .leftJoin('decision', 'decision.id', 'pull.decision_id')
    .select(['entry.id', 'entry.title', 'entry.kind', 'entry.magnitude', 'pull.merged_at'])
    .select(['pull.linked_issues', 'pull.number', 'pull.title as written', 'decision.is_breaking'])
    .select(['pull.author', 'pull.author_is_bot'])
    .select(LEAD.as('lead'))
    .select(['repository.name as repo', 'repository.host'])
    .select(sql<string>`substr(pull.body, 1, ${READ})`.as('description'))
    .where('entry.account_id', '=', accountId)
    .where('entry.state', '=', 'draft')
    .where('entry.origin', '=', 'pull-request')
    .where('pull.reverts_number', 'is', null)
    .where('pull.reverts_commit', 'is', null)
    .orderBy('pull.merged_at', 'desc')
    .orderBy('entry.id')
    .execute()
  const people = rows.filter(row => {
    const { author, author_is_bot, written: title } = row
    return upkeepOf({ author, authorIsBot: author_is_bot === 1, title }) === null
  })
  return people.map(row => ({
    id: row.id,
    title: row.title,
    kind: row.kind,
    magnitude: row.magnitude,
    isBreaking: row.is_breaking === 1,
    lead: row.lead,
    mergedAt: row.merged_at,
    references: topicReferencesOf(row),
    words: topicWordsOf(row),
    translations: topicTranslationsOf(row),
  }))
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
