import { randomUUID } from 'node:crypto'
import type { Clock, Instant } from '#platform/clock.ts'
import { VALUES_PER_STATEMENT } from '#platform/db/database.ts'
import type { Reader, Tx } from '#platform/db/schema.ts'

/**
 * What an event is about. `entries` and `pulls`: the entries or pull requests with these ids; `sources`: connections and their backfills;
 * `rewording`: how far the rewording of drafts has come; `account`: anything else that the activity log has.
 */
export type EventTopic = 'entries' | 'pulls' | 'sources' | 'rewording' | 'account'

/** A change in an account that open pages of the dashboard show. */
export interface AccountEvent {
  /** Rises by one with each event of the account. */
  seq: number
  topic: EventTopic
  /** Ids of what changed; null for too many to list. */
  ids: string[] | null
}

/** Ids that one event lists. */
const MOST_IDS = 100
/** Events that a reader is sent; one who missed more reads everything again. */
const MOST_MISSED = 500
export const EVENTS_KEPT_MS = 24 * 60 * 60 * 1000

/**
 * Records a change in the transaction that makes it. The event gets its number later, from `sequenceEvents`: a number taken here would
 * hold a lock until the transaction ends, and make all changes of the account wait for each other.
 */
export async function recordEvent(
  tx: Tx,
  accountId: string,
  topic: EventTopic,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  const subjects = JSON.stringify(ids.slice(0, MOST_IDS + 1))
  await tx
    .insertInto('event_outbox')
    .values({ id: randomUUID(), account_id: accountId, topic, subjects })
    .execute()
}

/**
 * Numbers the committed changes of an account that have no number yet, one event for each topic, and returns the account's last number.
 * Processes take turns, so whoever reads up to a number misses none.
 */
export async function sequenceEvents(tx: Tx, clock: Clock, accountId: string): Promise<number> {
  const { event_seq: last } = await tx
    .updateTable('account')
    .set(({ ref }) => ({ event_seq: ref('event_seq') }))
    .where('id', '=', accountId)
    .returning('event_seq')
    .executeTakeFirstOrThrow()
  const rows = await tx
    .selectFrom('event_outbox')
    .select(['id', 'topic', 'subjects'])
    .where('account_id', '=', accountId)
    .limit(VALUES_PER_STATEMENT)
    .execute()
  if (rows.length === 0) return last
  const events = [...Map.groupBy(rows, row => row.topic)].map(([topic, changes], index) => ({
    account_id: accountId,
    seq: last + index + 1,
    topic,
    subjects: subjectsOf(changes.map(change => change.subjects)),
    at: clock.now(),
  }))
  await tx.insertInto('account_event').values(events).execute()
  const done = rows.map(row => row.id)
  await tx.deleteFrom('event_outbox').where('id', 'in', done).execute()
  const seq = last + events.length
  await tx.updateTable('account').set({ event_seq: seq }).where('id', '=', accountId).execute()
  return seq
}

/** The ids of several changes, as JSON; null for too many. */
function subjectsOf(changes: readonly string[]): string | null {
  const ids = new Set<string>(changes.flatMap(change => JSON.parse(change)))
  return ids.size > MOST_IDS ? null : JSON.stringify([...ids])
}

/** The events after a number. `isComplete` is false if some of them are not kept any more, or the number is not one of the account's. */
export async function eventsAfter(
  db: Reader,
  accountId: string,
  after: number,
  keptSince: Instant,
): Promise<{ events: AccountEvent[]; isComplete: boolean }> {
  const last = await lastEvent(db, accountId)
  const rows = await db
    .selectFrom('account_event')
    .select(['seq', 'topic', 'subjects'])
    .where('account_id', '=', accountId)
    .where('seq', '>', after)
    .where('seq', '<=', last)
    .where('at', '>=', keptSince)
    .orderBy('seq')
    .limit(MOST_MISSED)
    .execute()
  const events = rows.map(({ seq, topic, subjects }) => ({
    seq,
    topic: topic as EventTopic,
    ids: subjects === null ? null : JSON.parse(subjects),
  }))
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

/** Of these accounts, the number of each one's last event, and whether changes without a number wait. */
export async function eventStates(
  db: Reader,
  accountIds: readonly string[],
): Promise<{ accountId: string; seq: number; waits: boolean }[]> {
  const rows = await db
    .selectFrom('account')
    .select(['account.id', 'account.event_seq'])
    .select(({ selectFrom }) =>
      selectFrom('event_outbox')
        .select('event_outbox.id')
        .whereRef('event_outbox.account_id', '=', 'account.id')
        .limit(1)
        .as('waiting'),
    )
    .where('account.id', 'in', accountIds)
    .execute()
  return rows.map(row => ({ accountId: row.id, seq: row.event_seq, waits: row.waiting !== null }))
}

/**
 * Deletes events from before a time, and changes without a number, which pile up in accounts that no page shows. A number is skipped in
 * place of those, so that a page that missed them reads everything again.
 */
export async function pruneEvents(tx: Tx, before: Instant): Promise<void> {
  await tx
    .updateTable('account')
    .set(({ eb }) => ({ event_seq: eb('event_seq', '+', 1) }))
    .where('id', 'in', ({ selectFrom }) => selectFrom('event_outbox').select('account_id'))
    .execute()
  await tx.deleteFrom('event_outbox').execute()
  await tx.deleteFrom('account_event').where('at', '<', before).execute()
}
