import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Clock, Instant } from '#platform/clock.ts'
import { VALUES_PER_STATEMENT } from '#platform/db/database.ts'
import type { Reader, Tx } from '#platform/db/schema.ts'

/**
 * The topic of an event. `entries` and `pulls`: the entries or pull requests with these ids; `sources`:
 * connections; `runs`: the progress of long work; `account`: anything else in the activity log.
 */
export type EventTopic = 'entries' | 'pulls' | 'sources' | 'runs' | 'account'

/** A change in an account that open pages of the dashboard show. */
interface AccountEvent {
  /** Increases by one with each event of the account. */
  seq: number
  topic: EventTopic
  /** Ids of what changed; null for too many to list. */
  ids: string[] | null
}

/** The most ids that one event lists. */
const MOST_IDS = 100
/** The most events, and lines of the log, that a reader is sent. A reader who missed more reads everything again. */
const MOST_MISSED = 500
const MOST_LINES = 5_000
export const EVENTS_KEPT_MS = 24 * 60 * 60 * 1000

/**
 * Records a change that the activity log does not show, in the transaction that makes it. Like every line of
 * the log it gets the number of its event later, from `sequenceEvents`: taking a number here would hold a
 * lock until the transaction ends, so that all changes of the account would wait for each other.
 */
export async function recordEvent(
  tx: Tx,
  accountId: string,
  topic: EventTopic,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  const after = JSON.stringify(ids.slice(0, MOST_IDS + 1))
  const about = { account_id: accountId, subject: accountId, item: accountId, position: 0 }
  await tx
    .insertInto('activity')
    .values({ id: randomUUID(), ...about, at: 0, actor: '', action: null, after, topic })
    .execute()
}

/**
 * Numbers the committed lines of an account's log that have no number yet, one event for each topic, and returns the account's last number.
 * Processes take turns, so whoever reads up to a number misses none.
 */
export async function sequenceEvents(tx: Tx, clock: Clock, accountId: string): Promise<number> {
  const { event_seq: last } = await tx
    .updateTable('account')
    .set(({ ref }) => ({ event_seq: ref('event_seq') }))
    .where('id', '=', accountId)
    .returning('event_seq')
    .executeTakeFirstOrThrow()
  const lines = await tx
    .selectFrom('activity')
    .select(['id', 'topic'])
    .where('account_id', '=', accountId)
    .where('seq', 'is', null)
    .limit(VALUES_PER_STATEMENT)
    .execute()
  let seq = last
  for (const of of Map.groupBy(lines, line => line.topic).values()) {
    const ids = of.map(line => line.id)
    seq++
    await tx
      .updateTable('activity')
      .set({ seq, at: sql`case when at = 0 then ${clock.now()} else at end` })
      .where('id', 'in', ids)
      .execute()
  }
  if (seq > last)
    await tx.updateTable('account').set({ event_seq: seq }).where('id', '=', accountId).execute()
  return seq
}

/**
 * The events after a number. `isComplete` is false if some of them are no longer stored, or if the number does not belong to the account.
 */
export async function eventsAfter(
  db: Reader,
  accountId: string,
  after: number,
  keptSince: Instant,
): Promise<{ events: AccountEvent[]; isComplete: boolean }> {
  const last = await lastEvent(db, accountId)
  const lines = await db
    .selectFrom('activity')
    .select(['seq', 'topic', 'subject', 'at'])
    .select(sql<string | null>`case when actor = '' then after end`.as('ids'))
    .where('account_id', '=', accountId)
    .where('seq', '>', after)
    .where('seq', '<=', Math.min(last, after + MOST_MISSED))
    .orderBy('seq')
    .limit(MOST_LINES)
    .execute()
  if (lines.length === MOST_LINES) return { events: [], isComplete: false }
  const events = [...Map.groupBy(lines, line => line.seq ?? 0)].flatMap(([seq, of]) => {
    // Some lines of the event may have been deleted.
    if (of.some(line => line.at < keptSince)) return []
    const ids = new Set<string>(of.flatMap(line => (line.ids === null ? line.subject : JSON.parse(line.ids))))
    return { seq, topic: of[0]?.topic ?? 'account', ids: ids.size > MOST_IDS ? null : [...ids] }
  })
  return { events, isComplete: after + events.length === last }
}

/** The number of the account's last event; 0 for none. */
async function lastEvent(db: Reader, accountId: string): Promise<number> {
  const row = await db
    .selectFrom('account')
    .select('event_seq')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  return row.event_seq
}

/** For each of these accounts, the number of its last event, and whether changes without a number are waiting. */
export async function eventStates(
  db: Reader,
  accountIds: readonly string[],
): Promise<{ accountId: string; seq: number; waits: boolean }[]> {
  const rows = await db
    .selectFrom('account')
    .select(['account.id', 'account.event_seq'])
    .select(({ selectFrom }) =>
      selectFrom('activity')
        .select('activity.id')
        .whereRef('activity.account_id', '=', 'account.id')
        .where('activity.seq', 'is', null)
        .limit(1)
        .as('waiting'),
    )
    .where('account.id', 'in', accountIds)
    .execute()
  return rows.map(row => ({ accountId: row.id, seq: row.event_seq, waits: row.waiting !== null }))
}

/**
 * Deletes old lines that are only events, and gives numbers up for changes without one, which pile up in accounts that no page shows. One
 * number is skipped in their place, so that a page that missed them reads everything again.
 */
export async function pruneEvents(tx: Tx, before: Instant): Promise<void> {
  const waiting = await tx
    .updateTable('account')
    .set(({ eb }) => ({ event_seq: eb('event_seq', '+', 1) }))
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('activity').select('account_id').where('seq', 'is', null),
    )
    .returning('id')
    .execute()
  // What others have committed in other accounts in the meantime gets its number later.
  for (const { id } of waiting)
    await tx
      .updateTable('activity')
      .set({ seq: 0 })
      .where('account_id', '=', id)
      .where('seq', 'is', null)
      .execute()
  await tx
    .deleteFrom('activity')
    .where('account_id', 'in', ({ selectFrom }) => selectFrom('account').select('id'))
    .where('action', 'is', null)
    .where('actor', '=', '')
    .where('seq', 'is not', null)
    .where(({ or, eb }) => or([eb('at', '<', before), eb('seq', '=', 0)]))
    .execute()
}
