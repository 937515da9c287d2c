import { z } from 'zod'
import type { Instant } from '#platform/clock.ts'
import { AppError } from '#platform/errors.ts'
import type { MergedPullsQuery } from '#pulls/hosts/code-host.ts'

/** One page of the host's list, last changed first. */
export interface ListPageByUpdate<T> {
  items: readonly (T & { updatedAt: Instant })[]
  /** The host's own name for the next page; null at the end. */
  next: string | null
}

/**
 * Where a sweep is. Whatever changes while it runs moves to the head of the list, past the place that was reached, and would be missed;
 * so after the end it goes once more through what changed since its first page, until such a pass fits on one page, which is read
 * at once. Times are the host's alone: no clock of ours is compared with them.
 */
interface SweepPosition {
  /** Read down to what last changed here. */
  floor: Instant
  /** The head of the list when this pass began; null before its first page. */
  head: Instant | null
  at: string | null
}

const positionSchema = z.object({
  floor: z.int(),
  head: z.int().nullable(),
  at: z.string().max(1_000).nullable(),
})

/** One page of the sweep: what is to be read of it, and the cursor of the next. */
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

const nextPass = (here: SweepPosition, head: Instant): string | null =>
  here.at === null ? null : cursorOf({ floor: head, head: null, at: null })

const cursorOf = (it: SweepPosition): string => Buffer.from(JSON.stringify(it)).toString('base64url')

function parseCursor(cursor: string): SweepPosition {
  try {
    return positionSchema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
  } catch (cause) {
    throw new AppError('invalid_parameter', 'The cursor is not one that a page gave.', { cause })
  }
}
