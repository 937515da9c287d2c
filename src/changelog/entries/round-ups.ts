import { accountById } from '#accounts/account.ts'
import type { Instant } from '#platform/clock.ts'
import { firstMomentOf, zonedAt } from '#platform/clock.ts'
import type { Reader, Tx } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'
import type { Entry } from './entry.ts'
import type { EntryContext } from './entry-effects.ts'
import { groupEntries, MAX_PULLS_PER_ENTRY } from './grouping.ts'

/** The drafts that a round-up covers: those merged within a time, or first shipped in a release or tag. */
export interface RoundUpScope {
  /** For people: "the week of 2 March 2026", "v2.1.0". */
  name: string
  /** The Monday of a week, `2026-03-02`. */
  monday?: string
  /** Half-open: `from` is included, `until` is not. */
  merged?: { from: Instant; until: Instant }
  shippedIn?: string
  /** Limits it to one repository. */
  repositoryId?: string | undefined
}

/** A round-up that a person may want, and how many drafts it would cover. */
export interface RoundUpProposal extends RoundUpScope {
  drafts: number
}

/** The week, Monday to Sunday in a time zone, that contains the instant. */
export const weekContaining = (at: Instant, zone: string): RoundUpScope =>
  weekOfDay(zonedAt(at, zone).toPlainDate(), zone)

/** The week, Monday to Sunday in a time zone, that contains the day. */
export function weekOfDay(day: Temporal.PlainDate, zone: string): RoundUpScope {
  const monday = day.subtract({ days: day.dayOfWeek - 1 })
  const midnight = (date: Temporal.PlainDate) => firstMomentOf(date.toPlainDateTime(), zone)
  const said = monday.toLocaleString('en-GB', { day: 'numeric', month: 'long', year: 'numeric' })
  return {
    name: `the week of ${said}`,
    monday: monday.toString(),
    merged: { from: midnight(monday), until: midnight(monday.add({ days: 7 })) },
  }
}

export const releaseScope = (tag: string): RoundUpScope => ({ name: tag, shippedIn: tag })

/** Drafts that can be rounded up. A round-up cannot be part of another. */
const openDrafts = (db: Reader, accountId: string) =>
  db
    .selectFrom('entry')
    .innerJoin('pull_request as pull', 'pull.id', 'entry.primary_pull_request_id')
    .where('entry.account_id', '=', accountId)
    .where('entry.state', '=', 'draft')
    .where('entry.origin', '!=', 'round-up')
    .where('pull.place', '=', 'drafted')

/** The ids of the drafts in scope, in merge order. */
async function draftsIn(db: Reader, accountId: string, span: RoundUpScope): Promise<string[]> {
  const { merged, shippedIn, repositoryId } = span
  const rows = await openDrafts(db, accountId)
    .select('entry.id')
    .$if(merged !== undefined, query =>
      query.where('pull.merged_at', '>=', merged?.from ?? 0).where('pull.merged_at', '<', merged?.until ?? 0),
    )
    .$if(shippedIn !== undefined, query => query.where('pull.shipped_in', '=', shippedIn ?? ''))
    .$if(repositoryId !== undefined, query => query.where('pull.repository_id', '=', repositoryId ?? ''))
    .orderBy('pull.merged_at')
    .orderBy('entry.id')
    .limit(MAX_PULLS_PER_ENTRY + 1)
    .execute()
  return rows.map(row => row.id)
}

/** Proposes the newest week with drafts and each release or tag, if at least two drafts are in scope; optionally of one repository. */
export async function proposeRoundUps(
  db: Reader,
  accountId: string,
  repositoryId?: string,
): Promise<RoundUpProposal[]> {
  const newest = await newestDraft(db, accountId, repositoryId)
  const shipped = await releasesWithDrafts(db, accountId, repositoryId)
  const { timeZone } = await accountById(db, accountId)
  const week = newest === null ? [] : [{ ...weekContaining(newest, timeZone), repositoryId }]
  const spans = [...week, ...shipped]
  const proposals: RoundUpProposal[] = []
  for (const span of spans) proposals.push(...(await proposeRoundUp(db, accountId, span)))
  return proposals
}

/** Proposes one round-up; empty if fewer than two drafts are in scope. */
export async function proposeRoundUp(
  db: Reader,
  accountId: string,
  span: RoundUpScope,
): Promise<RoundUpProposal[]> {
  const drafts = (await draftsIn(db, accountId, span)).length
  return drafts > 1 ? [{ ...span, drafts }] : []
}

async function releasesWithDrafts(
  db: Reader,
  accountId: string,
  repositoryId: string | undefined,
): Promise<RoundUpScope[]> {
  const rows = await openDrafts(db, accountId)
    .select(['pull.shipped_in', 'pull.repository_id'])
    .distinct()
    .where('pull.shipped_in', 'is not', null)
    .$if(repositoryId !== undefined, query => query.where('pull.repository_id', '=', repositoryId ?? ''))
    .execute()
  return rows.map(row => ({ ...releaseScope(row.shipped_in ?? ''), repositoryId: row.repository_id }))
}

/** When the newest draft was merged; null without drafts. */
async function newestDraft(
  db: Reader,
  accountId: string,
  repositoryId: string | undefined,
): Promise<Instant | null> {
  const row = await openDrafts(db, accountId)
    .select('pull.merged_at')
    .$if(repositoryId !== undefined, query => query.where('pull.repository_id', '=', repositoryId ?? ''))
    .orderBy('pull.merged_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.merged_at ?? null
}

export const tooFewDrafts = ({ name }: RoundUpScope): string =>
  `There are fewer than two drafts from ${name}, so there is nothing to round up.`

/**
 * Combines the drafts in scope into one draft, with sections by kind and a line for each. Throws `not_found` for fewer than two drafts.
 * Ungrouping restores them.
 */
export async function roundUp(
  tx: Tx,
  context: EntryContext,
  accountId: string,
  span: RoundUpScope,
): Promise<Entry> {
  const entryIds = await draftsIn(tx, accountId, span)
  if (entryIds.length < 2) throw new AppError('not_found', tooFewDrafts(span))
  return groupEntries(tx, context, accountId, { entryIds, span: span.name })
}
