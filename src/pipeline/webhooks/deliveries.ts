import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Clock, Instant } from '#platform/clock.ts'
import { VALUES_PER_STATEMENT } from '#platform/db/database.ts'
import { type CursorPosition, isAfter } from '#platform/db/page-cursor.ts'
import type { Reader, Tx } from '#platform/db/schema.ts'
import { AppError, unknownId } from '#platform/errors.ts'
import { type Ids, isUuid } from '#platform/ids.ts'
import { discardFailedJobs } from '#platform/jobs/failed-jobs.ts'
import { defineJob, type Outcome } from '#platform/jobs/job.ts'
import { safeLine } from '#platform/text.ts'
import type { WebhookRequest } from '#platform/webhooks/provider.ts'

/** `ignored`: nothing to do; `refused`: invalid, or about a repository that is not the connection's; `failed`: given up after retries. */
export const DELIVERY_STATES = ['received', 'processed', 'ignored', 'refused', 'failed'] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]

/** Processes one stored delivery. */
export const deliveryJob = defineJob({
  name: 'delivery',
  payload: z.object({ deliveryId: z.string() }),
  attempts: 8,
  priority: 'live',
})

/** A webhook as it is stored. */
export interface Delivery {
  id: string
  connection: string
  deliveryId: string
  accountId: string | null
  provider: string
  event: string
  /** The JSON text as received. */
  body: string
  state: DeliveryState
  /** The reason for the state, if there is more to say. */
  detail: string | null
  receivedAt: Instant
  settledAt: Instant | null
}

/** A verified webhook that is about to be stored. */
export interface IncomingDelivery {
  connection: string
  provider: string
  accountId: string | null
  event: string
  /** Null if the provider sends none; then equal bodies count as one delivery. */
  deliveryId: string | null
  request: WebhookRequest
  /** The body's JSON. */
  text: string
}

const MAX_ID_LENGTH = 200

/**
 * Stores deliveries. A delivery that its connection sent before is a duplicate: nothing is stored for it, but if it had failed, it is
 * reopened. Returns, in the same order, the ids of deliveries to process, and null for the others.
 */
export async function storeDeliveries(
  tx: Tx,
  clock: Clock,
  ids: Ids,
  deliveries: readonly IncomingDelivery[],
): Promise<(string | null)[]> {
  const rows = deliveries.map(delivery => rowOf(delivery, ids.next(), clock.now()))
  const inserted = await tx
    .insertInto('delivery')
    // Sorted, so that processes that store the same deliveries cannot deadlock.
    .values(rows.toSorted(byKey))
    .onConflict(conflict => conflict.columns(['connection', 'delivery_id']).doNothing())
    .returning('id')
    .execute()
  const insertedIds = new Set(inserted.map(({ id }) => id))
  const toProcess: (string | null)[] = []
  for (const row of rows) toProcess.push(insertedIds.has(row.id) ? row.id : await reopenFailed(tx, row))
  return toProcess
}

const rowOf = (delivery: IncomingDelivery, id: string, now: Instant) => ({
  id,
  connection: delivery.connection,
  delivery_id: delivery.deliveryId?.slice(0, MAX_ID_LENGTH) ?? digestOf(delivery.request.body),
  account_id: delivery.accountId,
  provider: delivery.provider,
  event: delivery.event,
  headers: JSON.stringify(loggedHeaders(delivery.request.headers)),
  body: delivery.text,
  state: 'received' as const,
  detail: null,
  received_at: now,
  settled_at: null,
})

type Row = ReturnType<typeof rowOf>

const byKey = (a: Row, b: Row): number => {
  const [one, other] = [a, b].map(row => `${row.connection} ${row.delivery_id}`)
  return one === other ? 0 : (one ?? '') < (other ?? '') ? -1 : 1
}

async function reopenFailed(tx: Tx, key: Pick<Row, 'connection' | 'delivery_id'>): Promise<string | null> {
  const failed = await tx
    .updateTable('delivery')
    .set({ state: 'received', detail: null, settled_at: null })
    .where('connection', '=', key.connection)
    .where('delivery_id', '=', key.delivery_id)
    .where('state', '=', 'failed')
    .returning('id')
    .executeTakeFirst()
  if (!failed) return null
  await discardFailedJobs(tx, deliveryJob, [{ deliveryId: failed.id }])
  return failed.id
}

/** Sets a settled delivery back to `received`. Throws `not_found` for an unknown id and `conflict` if it still waits to be processed. */
export async function reopenDelivery(tx: Tx, id: string): Promise<Delivery> {
  const delivery = await deliveryById(tx, id)
  const { numUpdatedRows } = await tx
    .updateTable('delivery')
    .set({ state: 'received', detail: null, settled_at: null })
    .where('id', '=', delivery.id)
    .where('state', '!=', 'received')
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new AppError('conflict', 'This delivery is still waiting to be processed.')
  await discardFailedJobs(tx, deliveryJob, [{ deliveryId: id }])
  return delivery
}

const digestOf = (bytes: Uint8Array): string => `sha256:${createHash('sha256').update(bytes).digest('hex')}`

/** Headers with credentials are not stored. */
const SECRET_HEADER = /signature|token|authorization|cookie|secret/
const MAX_HEADERS = 60
const MAX_HEADER_LENGTH = 500

const loggedHeaders = (headers: WebhookRequest['headers']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers)
      .flatMap(([name, value]) => (value === undefined || SECRET_HEADER.test(name) ? [] : [[name, value]]))
      .slice(0, MAX_HEADERS)
      .map(([name = '', value = '']) => [name, safeLine(value).slice(0, MAX_HEADER_LENGTH)]),
  )

/** The result of processing an event: the state of its delivery, and what is written in the same transaction. */
export interface EventResult {
  state: Exclude<DeliveryState, 'received' | 'failed'>
  detail?: string
  write?: Outcome
}

/** Stores the final state of a delivery. */
export async function settleDelivery(
  tx: Tx,
  clock: Clock,
  id: string,
  state: Exclude<DeliveryState, 'received'>,
  detail: string | null = null,
): Promise<void> {
  await tx
    .updateTable('delivery')
    .set({ state, detail, settled_at: clock.now() })
    .where('id', '=', id)
    .execute()
}

/** How long after a message another may be received and yet be processed before it. */
const OVERLAP_MS = 60_000

/** Whether a message about the same repository that came by the same connection after this time has been processed already. */
export async function isOvertaken(
  db: Reader,
  { id, connection }: Delivery,
  repositoryId: string | null,
  at: Instant,
): Promise<boolean> {
  const row = await db
    .selectFrom('delivery')
    .select('id')
    .where('connection', '=', connection)
    .where('state', '=', 'processed')
    .where('received_at', '>', at + OVERLAP_MS)
    .where('id', '!=', id)
    // All repositories of a GitHub App share one connection.
    .$if(!isUuid(connection), query => query.where('body', 'like', `%"id":${repositoryId},%`))
    .executeTakeFirst()
  return row !== undefined
}

/** The columns of a delivery except its body. */
const COLUMNS = [
  'id',
  'connection',
  'delivery_id as deliveryId',
  'account_id as accountId',
  'provider',
  'event',
  'state',
  'detail',
  'received_at as receivedAt',
  'settled_at as settledAt',
] as const

/** One delivery; with `accountId` only if it belongs to that account. Throws `not_found`. */
export async function deliveryById(db: Reader, id: string, accountId?: string): Promise<Delivery> {
  const row = isUuid(id)
    ? await db
        .selectFrom('delivery')
        .select(COLUMNS)
        .select('body')
        .where('id', '=', id)
        .$if(accountId !== undefined, query => query.where('account_id', '=', accountId ?? ''))
        .executeTakeFirst()
    : undefined
  if (!row) throw unknownId('delivery', id, 'deliveries list')
  return row
}

/** Which deliveries to return. Omitted fields do not filter. */
interface DeliveryFilter {
  accountId?: string | undefined
  state?: DeliveryState | undefined
}

interface DeliveryQuery extends DeliveryFilter {
  /** The last delivery of the previous page. */
  after?: CursorPosition | undefined
  limit: number
}

/** The newest deliveries first, without their bodies, which may be large. */
export async function listDeliveries(
  db: Reader,
  { after, limit, ...filter }: DeliveryQuery,
): Promise<Omit<Delivery, 'body'>[]> {
  return matching(db, filter)
    .select(COLUMNS)
    .$call(query => (after ? query.where(isAfter(after, 'received_at', 'id')) : query))
    .orderBy('received_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** How many deliveries match, on all pages. */
export async function countDeliveries(db: Reader, filter: DeliveryFilter): Promise<number> {
  const { count } = await matching(db, filter)
    .select(build => build.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

const matching = (db: Reader, { accountId, state }: DeliveryFilter) =>
  db
    .selectFrom('delivery')
    .$if(accountId !== undefined, query => query.where('account_id', '=', accountId ?? ''))
    .$call(query => (state === undefined ? query : query.where('state', '=', state)))

/** When each connection of an account last sent a webhook, by connection. */
export async function lastDeliveries(db: Reader, accountId: string): Promise<Map<string, Instant>> {
  const rows = await db
    .selectFrom('delivery')
    .select(['connection', ({ fn }) => fn.max('received_at').as('at')])
    .where('account_id', '=', accountId)
    .groupBy('connection')
    .execute()
  return new Map(rows.map(row => [row.connection, row.at]))
}

/**
 * Deletes some of the deliveries that were received and settled before the given time, with the jobs of the failed ones. Returns false when
 * no such delivery is left.
 */
export async function pruneDeliveries(tx: Tx, before: Instant): Promise<boolean> {
  const rows = await tx
    .selectFrom('delivery')
    .select('id')
    .where('received_at', '<', before)
    .where('settled_at', '<', before)
    .limit(VALUES_PER_STATEMENT)
    .execute()
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return false
  await tx.deleteFrom('delivery').where('id', 'in', ids).execute()
  const payloads = ids.map(deliveryId => ({ deliveryId }))
  await discardFailedJobs(tx, deliveryJob, payloads)
  return true
}
