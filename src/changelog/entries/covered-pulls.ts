import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Kind, Magnitude } from '#judgement/classification/classification.ts'
import type { Instant } from '#platform/clock.ts'
import { VALUES_PER_STATEMENT } from '#platform/db/database.ts'
import { isUniqueViolation } from '#platform/db/failure.ts'
import type { Reader, Tx } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'
import { chunksOf } from '#platform/iterables.ts'
import type { Entry } from './entry.ts'
import { type Leading, UNSURE } from './lead.ts'
import { isLive } from './store.ts'

/** A pull request as part of a group. */
export interface CoveredPull {
  id: string
  repo: string
  number: number | null
  mergeCommit: string | null
  url: string | null
  title: string
  mergedAt: Instant
  reverted: boolean
  kind: Kind | null
  magnitude: Magnitude | null
  /** The decision about the pull request says that people may have to change something. */
  isBreaking: boolean
  lead: number
  /** The machine's headline; null for an internal change. */
  headline: string | null
}

/** The account's pull requests among these ids, by id. */
export async function coveredPulls(
  db: Reader,
  accountId: string,
  ids: readonly string[],
): Promise<Map<string, CoveredPull>> {
  const found = new Map<string, CoveredPull>()
  for (const chunk of chunksOf(ids, VALUES_PER_STATEMENT)) {
    for (const row of await rowsOf(db, accountId, chunk)) found.set(row.id, pullFrom(row))
  }
  return found
}

const rowsOf = (db: Reader, accountId: string, ids: readonly string[]) =>
  db
    .selectFrom('pull_request as pull')
    .innerJoin('repository', 'repository.id', 'pull.repository_id')
    .leftJoin('decision', 'decision.id', 'pull.decision_id')
    .leftJoin('pitch', 'pitch.pull_request_id', 'pull.id')
    .select(['pull.id', 'repository.name as repo', 'pull.number', 'pull.merge_commit', 'pull.url'])
    .select(['pull.title', 'pull.merged_at', 'pull.reverted_at'])
    .select(['decision.kind', 'decision.magnitude', 'decision.is_breaking', 'pitch.headline'])
    .select(LEAD.as('lead'))
    .where('pull.account_id', '=', accountId)
    .where('pull.id', 'in', ids)
    .execute()

const pullFrom = (row: Awaited<ReturnType<typeof rowsOf>>[number]): CoveredPull => ({
  id: row.id,
  repo: row.repo,
  number: row.number,
  mergeCommit: row.merge_commit,
  url: row.url,
  title: row.title,
  mergedAt: row.merged_at,
  reverted: row.reverted_at !== null,
  kind: row.kind,
  magnitude: row.magnitude,
  isBreaking: row.is_breaking === 1,
  lead: row.lead,
  headline: row.headline,
})

/** The pull request ids of each entry, in merge order. */
export async function pullsByEntry(db: Reader, entryIds: readonly string[]): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>()
  for (const chunk of chunksOf(entryIds, VALUES_PER_STATEMENT)) {
    const rows = await db
      .selectFrom('entry_pull_request as link')
      .innerJoin('pull_request as pull', 'pull.id', 'link.pull_request_id')
      .select(['link.entry_id', 'pull.id'])
      .where('link.entry_id', 'in', chunk)
      .orderBy('pull.merged_at')
      .orderBy('pull.id')
      .execute()
    for (const row of rows) found.set(row.entry_id, [...(found.get(row.entry_id) ?? []), row.id])
  }
  return found
}

/** Records that a live entry covers these pull requests. Throws `conflict` with the sentence if another one covers one of them. */
export async function coverPulls(
  tx: Tx,
  { id, accountId }: Entry,
  pullRequestIds: readonly string[],
  sentence: string,
): Promise<void> {
  const links = pullRequestIds
    .toSorted()
    .map(pull => ({ entry_id: id, pull_request_id: pull, account_id: accountId, live: 1 }))
  if (links.length === 0) return
  try {
    await tx.insertInto('entry_pull_request').values(links).execute()
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    throw new AppError('conflict', sentence)
  }
}

/** Stores whether the entry keeps its pull requests from others. Throws `conflict` if another one covers one of them by now. */
export async function updateCoverage(tx: Tx, entry: Entry): Promise<void> {
  try {
    await tx
      .updateTable('entry_pull_request')
      .set({ live: isLive(entry) ? 1 : 0 })
      .where('entry_id', '=', entry.id)
      .execute()
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    throw new AppError('conflict', 'Another entry covers a pull request of this entry now.')
  }
}

/** Which of these entries cover a pull request that was decided to be breaking. */
export const breakingEntries = async (db: Reader, entryIds: readonly string[]): Promise<Set<string>> =>
  new Set(
    [...(await leadingEntries(db, entryIds))].flatMap(([id, { isBreaking }]) => (isBreaking ? [id] : [])),
  )

/** The facts about each entry's pull requests that decide the entry's rank; nothing for an entry without pull requests. */
export async function leadingEntries(
  db: Reader,
  entryIds: readonly string[],
): Promise<Map<string, Pick<Leading, 'isBreaking' | 'lead'>>> {
  const found = new Map<string, Pick<Leading, 'isBreaking' | 'lead'>>()
  for (const chunk of chunksOf(entryIds, VALUES_PER_STATEMENT)) {
    const rows = await db
      .selectFrom('entry_pull_request as link')
      .innerJoin('pull_request as pull', 'pull.id', 'link.pull_request_id')
      .innerJoin('decision', 'decision.id', 'pull.decision_id')
      .select(({ fn }) => [
        'link.entry_id',
        fn.max('decision.is_breaking').as('breaking'),
        fn.max(LEAD).as('lead'),
      ])
      .where('link.entry_id', 'in', chunk)
      .groupBy('link.entry_id')
      .execute()
    for (const { entry_id, breaking, lead } of rows)
      found.set(entry_id, { isBreaking: Number(breaking) === 1, lead: Number(lead) })
  }
  return found
}

/** `leadOf` as SQL, for a row of `decision`. */
export const LEAD = sql<number>`coalesce(decision.notable, 0)
  - case when decision.confidence = 'low' then ${sql.lit(UNSURE)} else 0 end`

/** `byLead` as SQL, for rows that have the kind, the magnitude and `LEAD` in these columns. */
export const leadOrder = ({
  kind,
  magnitude,
  lead,
  isBreaking,
}: {
  [column in 'kind' | 'magnitude' | 'lead']: RawBuilder<unknown>
} & { isBreaking: RawBuilder<SqlBool> }): RawBuilder<unknown> =>
  sql`case when ${isBreaking} then 0 when ${kind} = 'security' then 2 else 1 end,
    case ${magnitude} when 'major' then 0 when 'minor' then 1 else 2 end, ${lead} desc`
