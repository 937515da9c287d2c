import { sql } from 'kysely'
import type { EntryFlag } from '#changelog/entries/entry.ts'
import { hasShownPicture } from '#changelog/entries/images/images.ts'
import type { Confidence, Kind, Magnitude } from '#judgement/classification/classification.ts'
import type { Instant } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import { type CursorPosition, isAfter, pageOf } from '#platform/db/page-cursor.ts'
import type { Reader } from '#platform/db/schema.ts'
import { clip, safeLine } from '#platform/text.ts'
import { countsByTab, INBOX_TABS, type InboxFilter, type InboxTab, inboxItems } from './items.ts'

/** The length of the excerpts in a row, in characters. A row should stay under 400 bytes; the entry's page shows the full texts. */
const EXCERPT_LENGTH = 40
const REASON_LENGTH = 40

/** The filter and page of the inbox to read. */
interface InboxSearch extends InboxFilter {
  accountId: string
  after?: CursorPosition | undefined
  limit: number
}

/** A row of the inbox. Rows of undecided pull requests have neither an entry nor a classification. */
interface InboxRow {
  /** The entry's id; null for an undecided pull request. */
  id: string | null
  version: number | null
  title: string
  /** The beginning of the body. */
  excerpt: string
  kind: Kind | null
  magnitude: Magnitude | null
  confidence: Confidence | null
  /** The probability that the change is user-facing, in hundredths. */
  score: number | null
  /** The beginning of the reason, or why the pull request could not be classified. */
  reason: string
  /** `owner/name`. */
  repo: string | null
  number: number | null
  mergedAt: Instant
  /** How many pull requests the entry covers; left out for a single one. */
  covers?: number
  /** The set's id; left out if the entry has none. */
  set?: string
  /** Left out for entries without a flag. */
  flag?: EntryFlag
  /** The state of a flagged entry; left out for a draft. */
  state?: 'queued' | 'published'
  /** The entry has a picture, and the account has not shown one yet; left out otherwise. */
  isFirstPicture?: true
  /** The primary pull request's id. */
  pullId: string | null
  tab: InboxTab
}

interface InboxPage {
  items: InboxRow[]
  /** How many items match the filter. */
  total: number
  /** How many of each tab match; left out after the first page. */
  tabs?: Record<InboxTab, number>
  /** Null on the last page. */
  next: CursorPosition | null
}

interface StoredRow {
  total: number
  item_id: string
  place: number
  tab: InboxTab
  entry_id: string | null
  version: number | null
  title: string
  body: string
  kind: Kind | null
  magnitude: Magnitude | null
  confidence: Confidence | null
  score: number | null
  reason: string | null
  repo: string | null
  number: number | null
  merged_at: number
  covers: number
  set_id: string | null
  flag: EntryFlag | null
  state: string | null
  image: string | null
  pull_id: string | null
}

/** One page of an account's inbox: tab by tab, within a tab the newest merge first; ties are ordered by id. */
export function inboxPage(db: Database, search: InboxSearch): Promise<InboxPage> {
  const { accountId, text } = search
  if (text === undefined) return pageFrom(db.read, search)
  return db.search(accountId, reader => pageFrom(reader, { ...search, matches: db.matches(accountId, text) }))
}

type Search = InboxSearch & Parameters<typeof inboxItems>[1]

async function pageFrom(db: Reader, search: Search): Promise<InboxPage> {
  const { rows } = await pageQuery(search).execute(db)
  const total = Number(rows[0]?.total ?? 0)
  const found = rows.flatMap(row => (row.item_id === null ? [] : [row as StoredRow]))
  const { shown, next } = pageOf(found, search.limit, ({ place: at, item_id: id }) => ({
    at: Number(at),
    id,
  }))
  const tabs = search.after === undefined ? await tabCounts(db, search) : undefined
  const hasPicture = shown.some(({ image }) => image !== null)
  const isFirst = hasPicture && !(await hasShownPicture(db, search.accountId))
  const items = shown.map(row => ({
    ...rowFrom(row),
    ...(isFirst && row.image !== null && { isFirstPicture: true as const }),
  }))
  return { items, total, ...(tabs && { tabs }), next }
}

async function tabCounts(db: Reader, search: Search): Promise<Record<InboxTab, number>> {
  const items = inboxItems(search.accountId, search)
  const { rows } = await sql<{ name: string; count: number }>`
    select tab as name, count(*) as count from (${items}) as item group by tab`.execute(db)
  return countsByTab(rows)
}

/** Greater than any time in milliseconds since 1970. */
const TAB_SPAN = 100_000_000_000_000

/** The sort key of items: by tab, then by time; greater for items that come first. */
const PLACE = sql`merged_at + ${sql.lit(TAB_SPAN)} * case tab ${sql.join(
  INBOX_TABS.map((tab, at) => sql`when ${sql.lit(tab)} then ${sql.lit(INBOX_TABS.length - at)}`),
  sql` `,
)} end`

/** Each row carries the total. For an empty page there is one row with nothing else. */
const pageQuery = ({ accountId, after, limit, ...filter }: Search) => sql<
  { [K in keyof StoredRow]: StoredRow[K] | null } & { total: number }
>`
  with item as (select *, ${PLACE} as place from (${inboxItems(accountId, filter)}) as waiting),
    page as (
      select * from item
      where ${after ? isAfter(after, 'place', 'id') : sql`1 = 1`}
      order by place desc, id limit ${limit + 1}
    )
  select counted.total, page.id as item_id, page.place, page.tab, page.entry_id, page.pull_id, page.merged_at,
    entry.version, coalesce(entry.title, pull.title) as title, substr(coalesce(entry.body, ''), 1, 200) as body,
    entry.kind, entry.magnitude, entry.set_id, entry.flag, entry.state, entry.image, decision.confidence, decision.score,
    coalesce(decision.reason, pull.classification_error) as reason, repository.name as repo, pull.number,
    (select count(*) from entry_pull_request as link where link.entry_id = page.entry_id) as covers
  from (select count(*) as total from item) as counted
  left join page on 1 = 1
  left join entry on entry.id = page.entry_id
  left join pull_request as pull on pull.id = page.pull_id
  left join repository on repository.id = pull.repository_id
  left join decision on decision.id = pull.decision_id
  order by page.place desc, page.id`

const rowFrom = (row: StoredRow): InboxRow => ({
  tab: row.tab,
  id: row.entry_id,
  version: row.version,
  title: safeLine(row.title),
  excerpt: clip(safeLine(row.body), EXCERPT_LENGTH),
  kind: row.kind,
  magnitude: row.magnitude,
  confidence: row.confidence,
  score: row.score === null ? null : Math.round(row.score * 100) / 100,
  reason: clip(row.reason ?? '', REASON_LENGTH),
  repo: row.repo,
  number: row.number,
  mergedAt: row.merged_at,
  ...(Number(row.covers) > 1 && { covers: Number(row.covers) }),
  ...(row.set_id !== null && { set: row.set_id }),
  ...(row.flag !== null && { flag: row.flag }),
  ...((row.state === 'queued' || row.state === 'published') && { state: row.state }),
  pullId: row.pull_id,
})
