import { z } from 'zod'
import type { Instant } from '#platform/clock.ts'
import { AppError } from '#platform/errors.ts'
import type { MergedPullsQuery } from '#pulls/hosts/code-host.ts'

/** One page of the host's list, most recently updated first. */
interface ListPageByUpdate<T> {
  items: readonly (T & { updatedAt: Instant })[]
  /** The host's cursor of the next page; null at the end. */
  next: string | null
}

/**
 * The position of a sweep over a list that is sorted by update time. An item that is updated during the sweep moves to the head of
 * the list, before the current page, and would be missed. So at the end another pass reads what was updated since the first page,
 * until a pass fits on one page, which is read atomically. Only the host's times are compared.
 */
interface SweepPosition {
  /** This pass ends at items that were last updated before this time. */
  floor: Instant
  /** The newest update time when this pass began; null before its first page. */
  head: Instant | null
  at: string | null
}

const positionSchema = z.object({
  floor: z.int(),
  head: z.int().nullable(),
  at: z.string().max(1_000).nullable(),
})

/**
 * Reads one page of the sweep. Returns its items and the cursor of the next page, null at the end. Throws `invalid_parameter` for
 * an invalid cursor.
 */
export async function sweepPage<T>(
  { since = 0, cursor }: MergedPullsQuery,
  list: (at: string | null, floor: Instant) => Promise<ListPageByUpdate<T>>,
): Promise<{ items: T[]; next: string | null }> {
  const here = cursor === null ? { floor: since, head: null, at: null } : parseCursor(cursor)
  const { items, next } = await list(here.at, here.floor)
  const wanted = items.filter(item => item.updatedAt >= here.floor)
  const head = here.head ?? items[0]?.updatedAt ?? here.floor
  const isLast = next === null || wanted.length < items.length
  return { items: wanted, next: isLast ? nextPass(here, head) : cursorOf({ ...here, head, at: next }) }
}

/** The cursor of the next pass; null after a pass that found nothing newer than its floor. */
const nextPass = (here: SweepPosition, head: Instant): string | null =>
  here.at === null || head <= here.floor ? null : cursorOf({ floor: head, head: null, at: null })

const cursorOf = (it: SweepPosition): string => Buffer.from(JSON.stringify(it)).toString('base64url')

function parseCursor(cursor: string): SweepPosition {
  try {
    return positionSchema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
  } catch (cause) {
    throw new AppError('invalid_parameter', 'The cursor is invalid.', { cause })
  }
}
