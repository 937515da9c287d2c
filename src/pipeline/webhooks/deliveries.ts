import { createHash } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Clock, Instant } from '#platform/clock.ts'
import type { Reader, Schema, Tx } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'
import { type Ids, isUuid } from '#platform/ids.ts'
import { safeLine } from '#platform/text.ts'
import type { WebhookRequest } from './provider.ts'

/** `ignored`: nothing to us after all; `refused`: of another repository than the connection's; `failed`: given up. */
export const DELIVERY_STATES = ['received', 'processed', 'ignored', 'refused', 'failed'] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]

/** One callback as it is stored. */
export interface Delivery {
  id: string
  connection: string
  deliveryId: string
  accountId: string | null
  provider: string
  event: string
  /** JSON as it came. */
  body: string
  state: DeliveryState
  /** Why it is in that state, where that needs saying. */
  detail: string | null
  receivedAt: Instant
  settledAt: Instant | null
}

/** A proven callback about to be stored. */
export interface IncomingDelivery {
  connection: string
  provider: string
  accountId: string | null
  event: string
  /** Null where the provider names none: then the same bytes are the same delivery. */
  deliveryId: string | null
  callback: WebhookRequest
  text: string
}

const LONGEST_ID = 200

/**
 * Stores callbacks, each once: the same delivery on the same connection again does nothing, unless it had failed; then it is as if
 * it had just come. Gives for each the id when there is work to do, else null.
 */
export async function storeDeliveries(
  tx: Tx,
  clock: Clock,
  ids: Ids,
  arrivals: readonly IncomingDelivery[],
): Promise<(string | null)[]> {
  const rows = arrivals.map(arrival => rowOf(arrival, ids.next(), clock.now()))
  const fresh = await tx
    .insertInto('delivery')
    // In one order wherever they come in, so that processes that store the same ones never wait for each other.
    .values(rows.toSorted(byKey))
    .onConflict(conflict => conflict.columns(['connection', 'delivery_id']).doNothing())
    .returning('id')
    .execute()
  const stored = new Set(fresh.map(({ id }) => id))
  const given: (string | null)[] = []
  for (const row of rows) given.push(stored.has(row.id) ? row.id : await reopen(tx, row))
  return given
}

const rowOf = (arrival: IncomingDelivery, id: string, now: Instant) => ({
  id,
  connection: arrival.connection,
  delivery_id: arrival.deliveryId?.slice(0, LONGEST_ID) ?? digestOf(arrival.callback.body),
  account_id: arrival.accountId,
  provider: arrival.provider,
  event: arrival.event,
  headers: JSON.stringify(tellingHeaders(arrival.callback.headers)),
  body: arrival.text,
  state: 'received',
  detail: null,
  received_at: now,
  settled_at: null,
})

type Row = ReturnType<typeof rowOf>

const byKey = (a: Row, b: Row): number => {
  const [one, other] = [a, b].map(row => `${row.connection} ${row.delivery_id}`)
  return one === other ? 0 : (one ?? '') < (other ?? '') ? -1 : 1
}

async function reopen(tx: Tx, key: Pick<Row, 'connection' | 'delivery_id'>): Promise<string | null> {
  const failed = await tx
    .updateTable('delivery')
    .set({ state: 'received', detail: null, settled_at: null })
    .where('connection', '=', key.connection)
    .where('delivery_id', '=', key.delivery_id)
    .where('state', '=', 'failed')
    .returning('id')
    .executeTakeFirst()
  return failed?.id ?? null
}

/** To be worked on again, whatever became of it before. `not_found` for an unknown id, `conflict` while it still waits. */
export async function reopenDelivery(tx: Tx, id: string): Promise<Delivery> {
  const delivery = await deliveryById(tx, id)
  const { numUpdatedRows } = await tx
    .updateTable('delivery')
    .set({ state: 'received', detail: null, settled_at: null })
    .where('id', '=', delivery.id)
    .where('state', '!=', 'received')
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new AppError('conflict', 'This delivery is still waiting for its turn.')
  return delivery
}

const digestOf = (bytes: Uint8Array): string => `sha256:${createHash('sha256').update(bytes).digest('hex')}`

/** What proves the sender, or belongs to a session, is not kept. */
const SECRET_HEADER = /signature|token|authorization|cookie|secret/
const MOST_HEADERS = 60
const LONGEST_HEADER = 500

const tellingHeaders = (headers: WebhookRequest['headers']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers)
      .flatMap(([name, value]) => (value === undefined || SECRET_HEADER.test(name) ? [] : [[name, value]]))
      .slice(0, MOST_HEADERS)
      .map(([name = '', value = '']) => [name, safeLine(value).slice(0, LONGEST_HEADER)]),
  )

/** Says what became of a delivery. */
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

/** `not_found` when there is none of that id, or none of that account. */
export async function deliveryById(db: Reader, id: string, accountId?: string): Promise<Delivery> {
  const row = isUuid(id)
    ? await db
        .selectFrom('delivery')
        .selectAll()
        .where('id', '=', id)
        .$if(accountId !== undefined, query => query.where('account_id', '=', accountId ?? ''))
        .executeTakeFirst()
    : undefined
  if (!row)
    throw new AppError(
      'not_found',
      `No delivery has the id ${safeLine(id)}; "tidings deliveries list" shows them.`,
    )
  return deliveryFrom(row)
}

/** Which deliveries are asked for; the newest first. */
export interface DeliveryQuery {
  accountId?: string | undefined
  state?: DeliveryState | undefined
  limit: number
}

/** Without their bodies, which may be large. */
export async function listDeliveries(
  db: Reader,
  { accountId, state, limit }: DeliveryQuery,
): Promise<Omit<Delivery, 'body'>[]> {
  const rows = await db
    .selectFrom('delivery')
    .select(['id', 'connection', 'delivery_id', 'account_id', 'provider', 'event', 'state', 'detail'])
    .select(['received_at', 'settled_at'])
    .$if(accountId !== undefined, query => query.where('account_id', '=', accountId ?? ''))
    .$if(state !== undefined, query => query.where('state', '=', state ?? ''))
    .orderBy('received_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(row => {
    const { body: _, ...delivery } = deliveryFrom({ ...row, body: '' })
    return delivery
  })
}

/** Deletes what was settled before the time, and gives the ids of those that had failed. What still waits stays. */
export async function pruneDeliveries(tx: Tx, before: Instant): Promise<string[]> {
  const failed = await tx
    .selectFrom('delivery')
    .select('id')
    .where('received_at', '<', before)
    .where('settled_at', '<', before)
    .where('state', '=', 'failed')
    .execute()
  await tx.deleteFrom('delivery').where('received_at', '<', before).where('settled_at', '<', before).execute()
  return failed.map(({ id }) => id)
}

const deliveryFrom = (row: Omit<Selectable<Schema['delivery']>, 'headers'>): Delivery => ({
  id: row.id,
  connection: row.connection,
  deliveryId: row.delivery_id,
  accountId: row.account_id,
  provider: row.provider,
  event: row.event,
  body: row.body,
  state: row.state as DeliveryState,
  detail: row.detail,
  receivedAt: row.received_at,
  settledAt: row.settled_at,
})
