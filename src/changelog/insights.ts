import { sql } from 'kysely'
import { MACHINE_ACTORS } from '#accounts/activity.ts'
import {
  CONFIDENCES,
  type Confidence,
  type Kind,
  type Magnitude,
} from '#judgement/classification/classification.ts'
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

/** What people made of the machine's drafts, by its confidence. */
interface DraftQuality {
  confidence: Confidence
  /** Pull requests that people decided about. */
  decided: number
  /** How many of the decisions agreed with the machine on whether customers notice. */
  agreed: number
  /** Drafts that were published. */
  published: number
  /** How many of the published entries have the machine's words. */
  unchanged: number
}

/** The quality of drafts for every confidence, from the lowest. Entries that were imported as published had no draft. */
export async function draftQuality(db: Reader, query: InsightQuery): Promise<DraftQuality[]> {
  const [agreement, survival] = [await agreementOf(db, query), await survivalOf(db, query)]
  return CONFIDENCES.map(confidence => {
    const decided = agreement.find(one => one.confidence === confidence)
    const published = survival.find(one => one.confidence === confidence)
    return {
      confidence,
      decided: Number(decided?.all ?? 0),
      agreed: Number(decided?.of_them ?? 0),
      published: Number(published?.all ?? 0),
      unchanged: Number(published?.of_them ?? 0),
    }
  })
}

interface Counts {
  confidence: string
  all: number
  of_them: number
}

/** The id of the machine's last decision about a pull request. */
const lastOfMachine = (pullId: string) => sql`(
  select earlier.id from decision as earlier
  where earlier.pull_request_id = ${sql.ref(pullId)} and earlier.layer <> 'person'
  order by earlier.made_at desc, earlier.id limit 1)`

/** A person decides by overriding a classification, or by doing something with an entry that is out. A dismissal may have any reason. */
async function agreementOf(db: Reader, { accountId, since }: InsightQuery): Promise<Counts[]> {
  const { rows } = await sql<Counts>`
    select machine.confidence, count(*) as "all",
      sum(case when machine.visibility = (case
        when current.layer = 'person' then current.visibility
        else 'user-facing' end) then 1 else 0 end) as of_them
    from pull_request as pull
    join decision as current on current.id = pull.decision_id
    join decision as machine on machine.id = ${lastOfMachine('pull.id')}
    where pull.account_id = ${accountId} and pull.merged_at >= ${since}
      and (current.layer = 'person' or (pull.place = 'announced' and exists (
        select 1 from entry_pull_request as link
        join activity on activity.subject = link.entry_id
        where link.pull_request_id = pull.id and activity.actor not in (${sql.join(MACHINE_ACTORS)}))))
    group by machine.confidence`.execute(db)
  return rows
}

async function survivalOf(db: Reader, { accountId, since }: InsightQuery): Promise<Counts[]> {
  const { rows } = await sql<Counts>`
    select machine.confidence, count(*) as "all",
      sum(case when entry.title = entry.machine_title and entry.body = entry.machine_body then 1 else 0 end) as of_them
    from entry
    join decision as machine on machine.id = ${lastOfMachine('entry.primary_pull_request_id')}
    where entry.account_id = ${accountId} and entry.state = 'published' and entry.published_at >= ${since}
      and entry.origin in ('pull-request', 'group')
      and not exists (select 1 from activity
        where activity.subject = entry.id and activity.action = 'published' and activity.actor = 'import')
    group by machine.confidence`.execute(db)
  return rows
}

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

/** A change that customers would notice and that was not announced. */
interface UntoldChange {
  pullId: string
  entryId: string | null
  title: string
  repo: string
  number: number | null
  kind: Kind
  magnitude: Magnitude
  confidence: Confidence
  mergedAt: Instant
}

const UNTOLD_SHOWN = 20

/** The changes that were merged before `until` and still wait as drafts: the greatest magnitude first, then the surest. */
export async function untoldChanges(
  db: Reader,
  { accountId, since }: InsightQuery,
  until: Instant,
): Promise<UntoldChange[]> {
  return db
    .selectFrom('pull_request as pull')
    .innerJoin('repository', 'repository.id', 'pull.repository_id')
    .innerJoin('decision', 'decision.id', 'pull.decision_id')
    .leftJoin('entry_pull_request as link', join =>
      join.onRef('link.pull_request_id', '=', 'pull.id').on('link.live', '=', 1),
    )
    .leftJoin('entry', 'entry.id', 'link.entry_id')
    .select(['pull.id as pullId', 'entry.id as entryId', 'repository.name as repo', 'pull.number'])
    .select(({ fn }) => fn.coalesce('entry.title', 'pull.title').as('title'))
    .select(['decision.kind', 'decision.magnitude', 'decision.confidence', 'pull.merged_at as mergedAt'])
    .where('pull.account_id', '=', accountId)
    .where('pull.place', '=', 'drafted')
    .where('pull.merged_at', '>=', since)
    .where('pull.merged_at', '<', until)
    .orderBy(sql`case decision.magnitude when 'major' then 0 when 'minor' then 1 else 2 end`)
    .orderBy('decision.score', 'desc')
    .orderBy('pull.id')
    .limit(UNTOLD_SHOWN)
    .execute()
}
