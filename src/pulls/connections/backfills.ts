import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import { recordEvent } from '#accounts/events.ts'
import type { Clock, Instant } from '#platform/clock.ts'
import { isUniqueViolation } from '#platform/db/failure.ts'
import type { Reader, Schema, Tx } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'
import type { Ids } from '#platform/ids.ts'
import { safeLine } from '#platform/text.ts'
import type { Past } from '#pulls/past.ts'
import type { Source } from './sources.ts'

export type BackfillState = 'running' | 'done' | 'failed'

/** A request for the merge history of a source, and its progress. */
export interface Backfill {
  id: string
  accountId: string
  sourceId: string
  /** Only pull requests merged at or after this time; null for all. */
  since: Instant | null
  past: Past
  /** The host's cursor of the next page; null before the first page. */
  cursor: string | null
  state: BackfillState
  /** Why the backfill failed. */
  detail: string | null
  seen: number
  recorded: number
  updated: number
  userFacing: number
  startedAt: Instant
}

/** Starts a backfill. Throws `conflict` while another one of the same source is running. */
export async function startBackfill(
  tx: Tx,
  clock: Clock,
  ids: Ids,
  source: Source,
  { since, past }: { since: Instant | null; past: Past },
): Promise<Backfill> {
  const id = ids.next()
  try {
    await tx
      .insertInto('backfill')
      .values({
        id,
        account_id: source.accountId,
        source_id: source.id,
        since,
        past,
        state: 'running',
        seen: 0,
        recorded: 0,
        updated: 0,
        user_facing: 0,
        started_at: clock.now(),
      })
      .execute()
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    throw new AppError('conflict', `A backfill of ${source.repo} is running already.`)
  }
  await recordEvent(tx, source.accountId, 'sources', [source.id])
  return backfillById(tx, id)
}

export async function backfillById(db: Reader, id: string): Promise<Backfill> {
  const found = await findBackfill(db, id)
  if (found) return found
  throw new AppError('not_found', `No backfill has the id ${safeLine(id)}.`)
}

export async function findBackfill(db: Reader, id: string): Promise<Backfill | null> {
  const row = await db.selectFrom('backfill').selectAll().where('id', '=', id).executeTakeFirst()
  return row ? backfillFrom(row) : null
}

/** The running backfill of the source; null when there is none. */
export async function runningBackfill(db: Reader, sourceId: string): Promise<Backfill | null> {
  const row = await db
    .selectFrom('backfill')
    .selectAll()
    .where('source_id', '=', sourceId)
    .where('state', '=', 'running')
    .executeTakeFirst()
  return row ? backfillFrom(row) : null
}

/** The latest backfill of each of an account's sources, by source. */
export async function latestBackfills(db: Reader, accountId: string): Promise<Map<string, Backfill>> {
  const rows = await db
    .selectFrom('backfill')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('started_at')
    .orderBy('id', 'desc')
    .execute()
  return new Map(rows.map(row => [row.source_id, backfillFrom(row)]))
}

/**
 * Resumes the latest backfill of the source if it failed and had the same options. Returns null otherwise: a finished backfill is
 * started anew.
 */
export async function resumeBackfill(
  tx: Tx,
  sourceId: string,
  { since, past }: { since: Instant | null; past: Past },
): Promise<Backfill | null> {
  const last = await tx
    .selectFrom('backfill')
    .selectAll()
    .where('source_id', '=', sourceId)
    .orderBy('started_at', 'desc')
    .orderBy('id')
    .executeTakeFirst()
  const isSame = last?.state === 'failed' && last.since === since && last.past === past
  if (!isSame) return null
  const { numUpdatedRows } = await tx
    .updateTable('backfill')
    .set({ state: 'running', detail: null, settled_at: null })
    .where('id', '=', last.id)
    .where('state', '=', 'failed')
    .executeTakeFirst()
  return numUpdatedRows === 1n ? backfillById(tx, last.id) : null
}

/** The counts of one page, and the cursor of the next. */
export interface BackfillPage {
  next: string | null
  seen: number
  recorded: number
  updated: number
  userFacing: number
}

/**
 * Adds a page's counts and moves the cursor, in the transaction that recorded the page. Without a next page the backfill is done.
 */
export async function advanceBackfill(
  tx: Tx,
  clock: Clock,
  { id, accountId, sourceId }: Backfill,
  page: BackfillPage,
): Promise<void> {
  const isLast = page.next === null
  await tx
    .updateTable('backfill')
    .set({
      cursor: page.next,
      seen: sql<number>`seen + ${sql.lit(page.seen)}`,
      recorded: sql<number>`recorded + ${sql.lit(page.recorded)}`,
      updated: sql<number>`updated + ${sql.lit(page.updated)}`,
      user_facing: sql<number>`user_facing + ${sql.lit(page.userFacing)}`,
      ...(isLast && { state: 'done', settled_at: clock.now() }),
    })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .execute()
  await recordEvent(tx, accountId, 'sources', [sourceId])
}

export async function failBackfill(tx: Tx, clock: Clock, id: string, detail: string): Promise<void> {
  const failed = await tx
    .updateTable('backfill')
    .set({ state: 'failed', detail, settled_at: clock.now() })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .returning(['account_id', 'source_id'])
    .executeTakeFirst()
  if (failed) await recordEvent(tx, failed.account_id, 'sources', [failed.source_id])
}

const backfillFrom = (row: Selectable<Schema['backfill']>): Backfill => ({
  id: row.id,
  accountId: row.account_id,
  sourceId: row.source_id,
  since: row.since,
  past: row.past,
  cursor: row.cursor,
  state: row.state,
  detail: row.detail,
  seen: row.seen,
  recorded: row.recorded,
  updated: row.updated,
  userFacing: row.user_facing,
  startedAt: row.started_at,
})
