import { sql } from 'kysely'
import type { Reader } from '#platform/db/schema.ts'
import { countsByTab, type InboxTab, inboxItems } from './items.ts'

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
