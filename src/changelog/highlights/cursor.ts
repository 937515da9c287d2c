import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto'
import { KINDS, MAGNITUDES } from '#judgement/classification/classification.ts'
import { DAY_MS, type Instant } from '#platform/clock.ts'
import type { Reader } from '#platform/db/schema.ts'
import { clip } from '#platform/text.ts'
import { type HighlightFilters, type HighlightsRequest, invalidParameters } from './request.ts'

/** A time window; both ends are included. */
interface TimeWindow {
  from: Instant
  to: Instant
}

/** The last highlight of the previous page. */
interface PagePosition {
  mergedAt: Instant
  id: string
}

/** What determines the content of a page, except for its limit. */
export interface PageQuery {
  filters: HighlightFilters
  window: TimeWindow
  /** Null for the first page. */
  after: PagePosition | null
}

export const windowOf = (days: number, to: Instant): TimeWindow => ({ from: to - days * DAY_MS, to })

/** The key that signs cursors. It is stored in the database, so that any process can continue a query. */
export async function cursorKey(db: Reader): Promise<KeyObject> {
  const { value } = await db
    .selectFrom('server_value')
    .select('value')
    .where('name', '=', 'highlights-cursor')
    .executeTakeFirstOrThrow()
  return createSecretKey(value, 'base64url')
}

/** Encodes the query and the position as a signed cursor that is valid for one account. */
export function writeCursor(
  key: KeyObject,
  accountId: string,
  { filters, window }: PageQuery,
  after: PagePosition,
): string {
  const { days, kinds, minMagnitude, repo } = filters
  const fields = [window.to, days, kinds, minMagnitude, repo, after.mergedAt, after.id]
  const text = Buffer.from(JSON.stringify(fields)).toString('base64url')
  return `${text}.${signatureOf(key, accountId, text).toString('base64url')}`
}

/**
 * Decodes a cursor. Throws `invalid_parameter` if it was not issued to this account, or if the request names filters that differ from
 * the cursor's. Filters that are left out are taken from the cursor.
 */
export function readCursor(
  key: KeyObject,
  accountId: string,
  question: HighlightsRequest,
  cursor: string,
): PageQuery {
  const [text = '', signature = ''] = cursor.split('.')
  const expected = signatureOf(key, accountId, text)
  const given = Buffer.from(signature, 'base64url')
  if (given.length !== expected.length || !timingSafeEqual(given, expected))
    throw refusal(cursor, 'the next_cursor of an earlier answer to the same account, unchanged')
  const query = queryFrom(text)
  const other = otherFilters(query.filters, question.filters)
  if (other.length > 0)
    throw refusal(
      cursor,
      `the filters of the question that it continues; here ${other.join(' and ')} differs`,
    )
  return query
}

const signatureOf = (key: KeyObject, accountId: string, text: string): Buffer =>
  createHmac('sha256', key).update(`${accountId} ${text}`).digest()

const refusal = (cursor: string, accepts: string) =>
  invalidParameters([{ name: 'cursor', got: clip(cursor, 40), accepts }])

/** Call it only after the signature was verified. */
function queryFrom(text: string): PageQuery {
  const [to, days, kinds, minMagnitude, repo, mergedAt, id] = JSON.parse(
    Buffer.from(text, 'base64url').toString(),
  )
  return {
    filters: {
      days,
      kinds: kinds && KINDS.filter(kind => kinds.includes(kind)),
      minMagnitude: MAGNITUDES.find(magnitude => magnitude === minMagnitude) ?? 'patch',
      repo,
    },
    window: windowOf(days, to),
    after: { mergedAt, id },
  }
}

const NAMES: Record<keyof HighlightFilters, string> = {
  days: 'days',
  kinds: 'kinds',
  minMagnitude: 'min_magnitude',
  repo: 'repo',
}

/** The parameter names of filters that differ. */
const otherFilters = (fixed: HighlightFilters, given: Partial<HighlightFilters>): string[] =>
  (Object.keys(given) as (keyof HighlightFilters)[])
    .filter(name => JSON.stringify(given[name]) !== JSON.stringify(fixed[name]))
    .map(name => NAMES[name])
