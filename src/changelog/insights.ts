import { type RawBuilder, sql } from 'kysely'
import { MACHINE_ACTORS } from '#accounts/activity.ts'
import type { Kind } from '#judgement/classification/classification.ts'
import { type Instant, zonedAt } from '#platform/clock.ts'
import type { Reader } from '#platform/db/schema.ts'

/** The account and the span of time to look at. */
interface InsightQuery {
  accountId: string
  /** IANA name of the time zone; weeks begin on its Mondays. */
  timeZone: string
  since: Instant
}

/** The most rows that one query reads, the newest first. */
const MOST_READ = 20_000

/** Published entries by week and kind. `week` is the date of its Monday; weeks without any are left out. */
export async function publishedByWeek(
  db: Reader,
  { accountId, timeZone, since }: InsightQuery,
): Promise<{ week: string; kind: Kind; count: number }[]> {
  const rows = await db
    .selectFrom('entry')
    .select(['kind', 'published_at'])
    .where('account_id', '=', accountId)
    .where('state', '=', 'published')
    .where('origin', '<>', 'edition')
    .where('published_at', '>=', since)
    .orderBy('published_at', 'desc')
    .limit(MOST_READ)
    .execute()
  const counts = new Map<string, { week: string; kind: Kind; count: number }>()
  for (const { kind, published_at } of rows) {
    const week = mondayOf(published_at ?? since, timeZone)
    const key = `${week} ${kind}`
    const known = counts.get(key) ?? { week, kind: kind as Kind, count: 0 }
    counts.set(key, { ...known, count: known.count + 1 })
  }
  return [...counts.values()].toSorted((a, b) => (a.week < b.week ? -1 : 1))
}

function mondayOf(at: Instant, timeZone: string): string {
  const day = zonedAt(at, timeZone).toPlainDate()
  return day.subtract({ days: day.dayOfWeek - 1 }).toString()
}

/** A number of things, and how many of them were kept as the machine made them. */
interface Kept {
  all: number
  kept: number
}

const keptIn = async (query: RawBuilder<{ all: number; kept: number | null }>, db: Reader): Promise<Kept> => {
  const { rows } = await query.execute(db)
  return { all: Number(rows[0]?.all ?? 0), kept: Number(rows[0]?.kept ?? 0) }
}

/**
 * The pull requests that people decided about, and in how many people agreed with the machine on whether customers notice. A person decides
 * by overriding a classification, or by doing something with an entry that is out. A dismissal may have any reason.
 */
export const keptDecisions = (db: Reader, { accountId, since }: InsightQuery): Promise<Kept> =>
  keptIn(
    sql`
    select count(*) as "all",
      sum(case when machine.visibility = (case
        when current.layer = 'person' then current.visibility
        else 'user-facing' end) then 1 else 0 end) as kept
    from pull_request as pull
    join decision as current on current.id = pull.decision_id
    join decision as machine on machine.id = (
      select earlier.id from decision as earlier
      where earlier.pull_request_id = pull.id and earlier.layer <> 'person'
      order by earlier.made_at desc, earlier.id limit 1)
    where pull.account_id = ${accountId} and pull.merged_at >= ${since}
      and (current.layer = 'person' or (pull.place = 'announced' and exists (
        select 1 from entry_pull_request as link
        join activity on activity.subject = link.entry_id
        where link.pull_request_id = pull.id and activity.actor not in (${sql.join(MACHINE_ACTORS)}))))`,
    db,
  )

/** The drafts that were published, and how many of them have the machine's words. Entries that were imported as published had no draft. */
export const keptWords = (db: Reader, { accountId, since }: InsightQuery): Promise<Kept> =>
  keptIn(
    sql`
    select count(*) as "all",
      sum(case when entry.title = entry.machine_title and entry.body = entry.machine_body then 1 else 0 end) as kept
    from entry
    where entry.account_id = ${accountId} and entry.state = 'published' and entry.published_at >= ${since}
      and entry.origin in ('pull-request', 'group')
      and not exists (select 1 from activity
        where activity.subject = entry.id and activity.action = 'published' and activity.actor = 'import')`,
    db,
  )

/**
 * How many milliseconds entries took from merge to publication, null without any; only entries that were made as their merges happened, and
 * groups of such.
 */
export async function timeToPublish(
  db: Reader,
  { accountId, since }: InsightQuery,
): Promise<{ entries: number; medianMs: number | null; p90Ms: number | null }> {
  const rows = await db
    .selectFrom('entry')
    .innerJoin('pull_request as pull', 'pull.id', 'entry.primary_pull_request_id')
    .select(['entry.published_at', 'pull.merged_at'])
    .where('entry.account_id', '=', accountId)
    .where('entry.state', '=', 'published')
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('entry.ingest_mode', '=', 'live'),
        exists(
          selectFrom('entry as grouped')
            .select('grouped.id')
            .whereRef('grouped.merged_into', '=', 'entry.id')
            .where('grouped.ingest_mode', '=', 'live'),
        ),
      ]),
    )
    .where('entry.published_at', '>=', since)
    .orderBy('entry.published_at', 'desc')
    .limit(MOST_READ)
    .execute()
  const times = rows.map(row => (row.published_at ?? row.merged_at) - row.merged_at).toSorted((a, b) => a - b)
  const at = (share: number) => times[Math.ceil(times.length * share) - 1] ?? null
  return { entries: times.length, medianMs: at(0.5), p90Ms: at(0.9) }
}
