import { lastActivityOf } from '#accounts/activity.ts'
import type { ActivityAction } from '#accounts/activity-actions.ts'
import { listSets } from '#accounts/sets.ts'
import type { Entry } from '#changelog/entries/entry.ts'
import { isLive } from '#changelog/entries/store.ts'
import { memoizeOnce } from '#platform/cache.ts'
import type { Instant } from '#platform/clock.ts'
import type { Reader } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'
import { type ChangedEntry, type OpenItem, openItems } from './open-items.ts'

/** The person who undoes something, and the time. */
export interface Undoer {
  accountId: string
  now: Instant
  /** Throws unless the person's role allows to change an entry in this state. */
  requireRole(entry: Pick<Entry, 'state'>): void
}

/** Something that was done to an item after the change to undo. */
interface LaterChange {
  action: ActivityAction
  actor: string
  /** The person's name; null for machines and the command line. */
  actorName: string | null
  at: Instant
}

/** Why an item is not undone, and the later change if that is the reason. */
export interface Kept {
  detail: string
  since: LaterChange | null
}

/** What a person can do about a change. */
interface UndoOffer {
  /** `withdraw` if readers have seen the result by now, `open` if it has to be changed by hand. */
  does: 'undo' | 'withdraw' | 'open' | 'nothing'
  /** Why the change cannot be undone; null if it can. */
  why: Kept | null
  /** The entries to withdraw or open instead. */
  entries: { id: string; version: number; title: string }[]
}

/** The actions that publish entries, now or later. */
const SENDING: readonly (ActivityAction | null)[] = [
  ...(['published', 'publishing', 'queued', 'rescheduled', 'moved in the queue'] as const),
]

/**
 * Decides for each of these changes whether it can be undone, and what is offered instead. The history, messages, the undo key and commands
 * all use this. Of a change with many items, those that can be undone are; a single item is undone entirely or not at all.
 */
export async function withOffers<C extends { id: string }>(
  db: Reader,
  undoer: Undoer,
  changes: readonly C[],
): Promise<(C & { offer: UndoOffer })[]> {
  const { accountId } = undoer
  const ids = changes.map(({ id }) => id)
  const items = Map.groupBy(await openItems(db, accountId, ids), item => item.changeId)
  const parts = partsOf(db, accountId)
  const reasons: (Reason | null)[] = []
  for (const id of ids) reasons.push(await reasonAgainstAll(undoer, items.get(id) ?? [], parts))
  const changed = reasons.filter(reason => typeof reason === 'string')
  const last = await lastActivityOf(db, accountId, changed)
  return changes.map((change, at) => {
    const reason = reasons[at] ?? null
    const fault = typeof reason === 'string' ? hasChanged(last.get(reason)) : reason
    return { ...change, offer: offerOf(undoer, items.get(change.id) ?? [], fault && keptFor(fault)) }
  })
}

function offerOf(undoer: Undoer, items: readonly OpenItem[], why: Kept | null): UndoOffer {
  if (items.length > 0 && why === null) return { does: 'undo', why, entries: [] }
  const present = items.flatMap(({ entries }) => entries.map(({ current }) => current))
  const out = present.filter(({ state }) => state === 'published')
  const sends = items.some(({ action }) => SENDING.includes(action))
  const brief = (entries: readonly Entry[]) =>
    entries.map(({ id, version, title }) => ({ id, version, title }))
  if (sends && out.length > 0 && roleFault(undoer, { state: 'published' }) === null)
    return { does: 'withdraw', why, entries: brief(out) }
  return { does: present.length > 0 ? 'open' : 'nothing', why, entries: brief(present.slice(0, 1)) }
}

/** Why an item is not undone: an error, or the id of the entry or pull request that somebody changed since. */
type Reason = AppError | string

/** Why none of the items can be undone; null if at least one can. */
async function reasonAgainstAll(
  undoer: Undoer,
  items: readonly OpenItem[],
  parts: PresentParts,
): Promise<Reason | null> {
  let first: Reason | null = null
  for (const item of items) {
    const reason = await reasonAgainst(undoer, item, parts)
    if (reason === null) return null
    first ??= reason
  }
  return first
}

/** Throws unless the item can be undone: `conflict` with the later change as `current` if somebody changed it since. */
export async function requireUndoable(db: Reader, undoer: Undoer, item: OpenItem): Promise<void> {
  const reason = await reasonAgainst(undoer, item, partsOf(db, undoer.accountId))
  if (reason === null) return
  if (typeof reason !== 'string') throw reason
  throw hasChanged((await lastActivityOf(db, undoer.accountId, [reason])).get(reason))
}

/** Why an item cannot be undone; null if every entry is as the change left it and the parts that it had before still exist. */
async function reasonAgainst(
  undoer: Undoer,
  { pull, entries, action }: OpenItem,
  parts: PresentParts,
): Promise<Reason | null> {
  if (pull !== null && pull.current !== pull.after) return pull.id
  for (const entry of entries) {
    const reason =
      action === 'grouped' ? againstGroup(undoer, entry) : await againstEntry(undoer, entry, parts)
    if (reason !== null) return reason
  }
  return null
}

/** Ungrouping restores the drafts of the group, whatever became of them since. */
function againstGroup(undoer: Undoer, entry: ChangedEntry): Reason | null {
  const { current, isLast, before } = entry
  if (before !== null) return null
  const fault = roleFault(undoer, current)
  if (fault !== null) return fault
  return isLast && current.state === 'draft' ? null : current.id
}

async function againstEntry(
  undoer: Undoer,
  { current, before, isLast, hasOtherWords, isReverted }: ChangedEntry,
  parts: PresentParts,
): Promise<Reason | null> {
  const fault = roleFault(undoer, current) ?? (before && roleFault(undoer, before))
  if (fault !== null) return fault
  if (!isLast) return current.id
  // They do not count as a change of the entry, and would be lost with the draft.
  if (before === null) return hasOtherWords ? current.id : null
  if (isReverted && isLive(before) && !isLive(current))
    return new AppError('conflict', 'A pull request of this entry was reverted.')
  if (before.state === 'queued' && before.immediate && before.queuedFor <= undoer.now)
    return new AppError('conflict', 'The time that it was queued for has passed. Queue it again.')
  const isOut = current.origin === 'edition' && current.state === 'published'
  if (isOut && (before.state === 'draft' || before.state === 'queued'))
    return new AppError('conflict', 'The next edition has begun. Withdraw this one in the calendar.')
  return againstParts(current, before, parts)
}

/** The set or the image that the entry had may have been deleted since. */
async function againstParts(
  current: Entry,
  { setId, image }: Entry,
  { sets, images }: PresentParts,
): Promise<Reason | null> {
  if (setId !== null && setId !== current.setId && !(await sets()).has(setId))
    return new AppError('not_found', 'The set that it was under was deleted since.')
  if (image && image.sha256 !== current.image?.sha256 && !(await images()).has(image.sha256))
    return new AppError('conflict', 'Its earlier image was deleted since. Upload it again.')
  return null
}

/** The ids of the account's sets and the hashes of its images that still exist. Each is read once, when it is first asked for. */
interface PresentParts {
  sets(): Promise<Set<string>>
  images(): Promise<Set<string>>
}

const partsOf = (db: Reader, accountId: string): PresentParts => ({
  sets: memoizeOnce(async () => new Set((await listSets(db, accountId)).map(({ id }) => id))),
  images: memoizeOnce(async () => {
    const rows = await db.selectFrom('image').select('sha256').where('account_id', '=', accountId).execute()
    return new Set(rows.map(({ sha256 }) => sha256))
  }),
})

/** Why the person's role does not allow to change an entry in this state; null if it does. */
function roleFault({ requireRole }: Undoer, { state }: Pick<Entry, 'state'>): AppError | null {
  try {
    requireRole({ state })
    return null
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
}

/** Why an item could not be undone. Rethrows unexpected errors. */
export function keptFor(error: unknown): Kept {
  if (!(error instanceof AppError) || error.code === 'unavailable') throw error
  return { detail: error.publicMessage, since: isLaterChange(error.current) ? error.current : null }
}

const isLaterChange = (current: unknown): current is LaterChange =>
  typeof current === 'object' && current !== null && 'actorName' in current

/** The error for an item that somebody changed since. `current` is the last thing that was done. */
const hasChanged = (later: LaterChange | undefined): AppError =>
  new AppError('conflict', `${laterChange(later)} Nothing was undone.`, { current: later ?? null })

function laterChange(later: LaterChange | undefined): string {
  if (later?.actor === 'queue' && later.action === 'published')
    return 'It was published at its time; withdraw it in the calendar.'
  const who = later?.actorName ?? later?.actor ?? 'Somebody'
  return `It has changed since: ${who} ${later?.action ?? 'changed it'}.`
}
