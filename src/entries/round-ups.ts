import type { Reader, Tx } from '#db/schema.ts'
import { AppError } from '#kit/app-error.ts'
import type { Instant } from '#kit/clock.ts'
import type { Entry } from './entry.ts'
import { groupEntries, MOST_COVERED } from './grouping.ts'
import type { Mover } from './mover.ts'

/** What a round-up is of: what was merged within a time, or what a release or tag was the first to ship. */
export interface Span {
  /** As it is read: "the week of 2 March 2026", "v2.1.0". */
  name: string
  /** Merged from then on, and before then. */
  merged?: { from: Instant; until: Instant }
  shippedIn?: string
  /** Only of this repository. */
  repositoryId?: string | undefined
}

/** A span whose drafts may well be one entry. */
export interface RoundUpProposal extends Span {
  drafts: number
}

const DAY_MS = 86_400_000

/** The week, Monday to Sunday in UTC, that holds the moment. */
export function weekOf(at: Instant): Span {
  const midnight = Math.floor(at / DAY_MS) * DAY_MS
  const from = midnight - ((new Date(midnight).getUTCDay() + 6) % 7) * DAY_MS
  const day = new Intl.DateTimeFormat('en-GB', {
    ...{ day: 'numeric', month: 'long', year: 'numeric' },
    timeZone: 'UTC',
  })
  return { name: `the week of ${day.format(from)}`, merged: { from, until: from + 7 * DAY_MS } }
}

export const shipmentOf = (tag: string): Span => ({ name: tag, shippedIn: tag })

/** Drafts that wait to be told. A round-up is never part of another. */
const waitingDrafts = (db: Reader, accountId: string) =>
  db
    .selectFrom('entry')
    .innerJoin('pull_request as pull', 'pull.id', 'entry.primary_pull_request_id')
    .where('entry.account_id', '=', accountId)
    .where('entry.state', '=', 'draft')
    .where('entry.origin', '!=', 'round-up')
    .where('pull.place', '=', 'drafted')

/** The drafts of a span in the order of their merges. */
export async function draftsIn(db: Reader, accountId: string, span: Span): Promise<string[]> {
  const { merged, shippedIn, repositoryId } = span
  const rows = await waitingDrafts(db, accountId)
    .select('entry.id')
    .$if(merged !== undefined, query =>
      query.where('pull.merged_at', '>=', merged?.from ?? 0).where('pull.merged_at', '<', merged?.until ?? 0),
    )
    .$if(shippedIn !== undefined, query => query.where('pull.shipped_in', '=', shippedIn ?? ''))
    .$if(repositoryId !== undefined, query => query.where('pull.repository_id', '=', repositoryId ?? ''))
    .orderBy('pull.merged_at')
    .orderBy('entry.id')
    .limit(MOST_COVERED + 1)
    .execute()
  return rows.map(row => row.id)
}

/** The newest week with drafts, and every release or tag, of which at least two wait. */
export async function proposeRoundUps(db: Reader, accountId: string): Promise<RoundUpProposal[]> {
  const [newest, shipped] = [await newestDraft(db, accountId), await shipmentsThatWait(db, accountId)]
  const spans = [...(newest === null ? [] : [weekOf(newest)]), ...shipped]
  const proposals: RoundUpProposal[] = []
  for (const span of spans) proposals.push({ ...span, drafts: (await draftsIn(db, accountId, span)).length })
  return proposals.filter(proposal => proposal.drafts > 1)
}

async function shipmentsThatWait(db: Reader, accountId: string): Promise<Span[]> {
  const rows = await waitingDrafts(db, accountId)
    .select(['pull.shipped_in', 'pull.repository_id'])
    .distinct()
    .where('pull.shipped_in', 'is not', null)
    .execute()
  return rows.map(row => ({ ...shipmentOf(row.shipped_in ?? ''), repositoryId: row.repository_id }))
}

/** When the newest draft that waits was merged; null when none does. */
async function newestDraft(db: Reader, accountId: string): Promise<Instant | null> {
  const row = await waitingDrafts(db, accountId)
    .select('pull.merged_at')
    .orderBy('pull.merged_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.merged_at ?? null
}

/**
 * Puts one draft in the place of a span's drafts, all in one move: sections by kind, a line for each draft. `not_found` when fewer than
 * two wait. Ungrouping brings them back.
 */
export async function roundUp(tx: Tx, mover: Mover, accountId: string, span: Span): Promise<Entry> {
  const entryIds = await draftsIn(tx, accountId, span)
  if (entryIds.length < 2)
    throw new AppError(
      'not_found',
      `Fewer than two drafts wait from ${span.name}; there is nothing to round up.`,
    )
  return groupEntries(tx, mover, accountId, { entryIds, span: span.name })
}
