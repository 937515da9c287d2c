import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#platform/db/database.ts'
import type { Reader } from '#platform/db/schema.ts'

/**
 * What waits for a person, under these headings in this order, each item under exactly one. `flagged`: an
 * entry that a person has to look at again, whatever its state; the others are drafts. `needs-words`: its
 * words say too little. `unsure`: the confidence is low, for internal as for user-facing, or the pull request
 * could not be classified. `not-live`: customers cannot use the change yet. `review`: everything else.
 */
export const INBOX_TABS = ['flagged', 'review', 'needs-words', 'unsure', 'not-live'] as const
export type InboxTab = (typeof INBOX_TABS)[number]

/** A number for each tab, from rows that name the tabs which have items. */
export function countsByTab(rows: readonly { name: string; count: number }[]): Record<InboxTab, number> {
  const counts = new Map(rows.map(({ name, count }) => [name, Number(count)]))
  return Object.fromEntries(INBOX_TABS.map(tab => [tab, counts.get(tab) ?? 0])) as Record<InboxTab, number>
}

/** Selects the items of an inbox: those that match a search, or all. */
export interface InboxFilter {
  /** Words, or beginnings of words, of a title or body; or a pull request's number. */
  text?: string | undefined
}

type Filter = InboxFilter & { matches?: ReturnType<Database['matches']> | undefined }

const TAB = sql`case
  when entry.flag is not null then 'flagged'
  when decision.not_live is not null or pull.place = 'unshipped' then 'not-live'
  when decision.confidence = 'low' then 'unsure'
  when entry.needs_words is not null then 'needs-words'
  else 'review' end`

/**
 * The items of an account's inbox, as a query with the columns `id`, `entry_id`, `pull_id`, `tab` and `merged_at`. An undecided pull
 * request has no `entry_id`, and its own id as `id`.
 */
export function inboxItems(accountId: string, filter: Filter = {}): RawBuilder<unknown> {
  const drafts = entryItems(accountId, sql`entry.state = 'draft' and entry.origin <> 'edition'`, filter)
  const flagged = entryItems(
    accountId,
    sql`entry.flag is not null and entry.state in ('queued', 'published')`,
    filter,
  )
  return sql.join([drafts, flagged, undecidedItems(accountId, filter)], sql` union all `)
}

function entryItems(accountId: string, state: RawBuilder<unknown>, filter: Filter): RawBuilder<unknown> {
  const { text = '', matches } = filter
  const conditions = [
    sql`entry.account_id = ${accountId}`,
    state,
    matches && isFound(text, [matches(sql`entry.id`), matches(sql`pull.id`)]),
  ]
  return sql`select entry.id, entry.id as entry_id, pull.id as pull_id, ${TAB} as tab,
      coalesce(pull.merged_at, entry.created_at) as merged_at
    from entry
    left join pull_request as pull on pull.id = entry.primary_pull_request_id
    left join decision on decision.id = pull.decision_id
    where ${allOf(conditions)}`
}

function undecidedItems(accountId: string, { text = '', matches }: Filter): RawBuilder<unknown> {
  const conditions = [
    sql`pull.account_id = ${accountId} and pull.place = 'unclassified'`,
    matches && isFound(text, [matches(sql`pull.id`)]),
  ]
  return sql`select pull.id, null as entry_id, pull.id as pull_id, 'unsure' as tab, pull.merged_at
    from pull_request as pull
    where ${allOf(conditions)}`
}

type Condition = RawBuilder<unknown> | '' | false | null | undefined

const allOf = (conditions: readonly Condition[]): RawBuilder<unknown> =>
  sql.join(
    conditions.filter(condition => Boolean(condition)),
    sql` and `,
  )

/** `12` and `#12` also match the pull request's number. */
function isFound(text: string, found: RawBuilder<unknown>[]): RawBuilder<unknown> {
  const number = /^#?(\d{1,9})$/.exec(text)?.[1]
  if (number !== undefined) found.push(sql`pull.number = ${Number(number)}`)
  return sql`(${sql.join(found, sql` or `)})`
}

/** The numbers that the dashboard's navigation shows beside its pages. */
export interface AccountCounts {
  /** Items of the inbox by tab. */
  inbox: Record<InboxTab, number>
  queue: number
  /** Queued entries whose time passed; they wait for a person. */
  late: number
  /** Connected repositories, and how many of them cannot be read. */
  sources: { total: number; failing: number }
}

/** Counts everything that waits in an account, in one query. */
export async function countsOf(db: Reader, accountId: string): Promise<AccountCounts> {
  const { rows } = await sql<{ name: string; count: number }>`
    select tab as name, count(*) as count from (${inboxItems(accountId)}) as item group by tab
    union all
    select case late when 1 then 'late' else 'on time' end, count(*) from entry
      where account_id = ${accountId} and state = 'queued' group by late
    union all
    select case state when 'active' then 'active' else 'failing' end, count(*) from source
      where account_id = ${accountId} group by case state when 'active' then 'active' else 'failing' end`.execute(
    db,
  )
  const counts = new Map(rows.map(row => [row.name, Number(row.count)]))
  const count = (name: string) => counts.get(name) ?? 0
  return {
    inbox: countsByTab(rows),
    queue: count('on time') + count('late'),
    late: count('late'),
    sources: { total: count('active') + count('failing'), failing: count('failing') },
  }
}
