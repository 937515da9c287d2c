import { lockAccount } from '#accounts/account.ts'
import { recordActivity } from '#accounts/activity.ts'
import { touchFeeds } from '#accounts/feed-revision.ts'
import { isShownAlike } from '#changelog/entries/edit.ts'
import { dateEditionChange, moveInEdition } from '#changelog/entries/edition-place.ts'
import { type EditionPlace, type Entry, markLate, queue } from '#changelog/entries/entry.ts'
import type { EntryContext } from '#changelog/entries/entry-effects.ts'
import { splitGroup } from '#changelog/entries/grouping.ts'
import { markUsed } from '#changelog/entries/images/images.ts'
import { deleteDraft, entryById, entryIfUnchanged } from '#changelog/entries/store.ts'
import { saveEntry } from '#changelog/entries/transitions.ts'
import { refreshPlaces } from '#changelog/ledger/places.ts'
import { releaseTimes, unqueueEntry } from '#changelog/publishing/queue.ts'
import { freeTimes, laneOf, takenTimes } from '#changelog/schedule/times.ts'
import type { Tx } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'
import { restorePitch } from '#writing/pitches.ts'
import { type ChangedEntry, type OpenItem, openItems } from './open-items.ts'
import { requireUndoable, type Undoer } from './undoable.ts'

/** The item to undo and its change. `requireRole` throws if the person's role does not allow it. */
interface UndoRequest extends Pick<Undoer, 'accountId' | 'requireRole'> {
  changeId: string
  itemId: string
}

/**
 * Restores an item as it was before a change, all of it or nothing: state, time, place in the edition, classification, words and what they
 * rest on. Returns the entries that it has now. Throws `conflict` with the later change as `current` if somebody changed it since.
 */
export async function undoItem(
  tx: Tx,
  context: EntryContext,
  { accountId, changeId, itemId, requireRole }: UndoRequest,
): Promise<Entry[]> {
  await lockAccount(tx, accountId)
  const [item] = await openItems(tx, accountId, [changeId], itemId)
  if (!item) throw new AppError('conflict', 'This was undone already.')
  await requireUndoable(tx, { accountId, requireRole, now: context.clock.now() }, item)
  await tx
    .updateTable('activity')
    .set({ undone_at: context.clock.now() })
    .where('change_id', '=', changeId)
    .where('item', '=', itemId)
    .where('undone_at', 'is', null)
    .execute()
  const undoing: EntryContext = { ...context, change: { id: changeId, item: itemId, undoes: true } }
  await restoreDecision(tx, undoing, accountId, item)
  if (item.action === 'grouped')
    return splitGroup(tx, undoing, 'undone', await entryById(tx, itemId, accountId))
  const scheduled = item.entries.flatMap(({ current }) =>
    current.state === 'queued' && current.onSchedule ? current : [],
  )
  await releaseTimes(tx, scheduled)
  const restored = []
  for (const entry of editionLast(item.entries))
    restored.push((await restoreEntry(tx, undoing, entry, item)) ?? [])
  if (item.pull !== null) await refreshPlaces(tx, [item.pull.id])
  return restored.flat()
}

/** An edition comes back when its entries are in it, since its posts tell what is in it. */
const editionLast = (entries: readonly ChangedEntry[]): ChangedEntry[] =>
  entries.toSorted((a, b) => Number(isEdition(a)) - Number(isEdition(b)))

const isEdition = ({ current }: ChangedEntry): boolean => current.origin === 'edition'

/** Makes the earlier decision the current one again. All decisions are kept, so nothing is deleted. */
async function restoreDecision(
  tx: Tx,
  context: EntryContext,
  accountId: string,
  { pull }: OpenItem,
): Promise<void> {
  if (pull === null) return
  await tx
    .updateTable('pull_request')
    .set({ decision_id: pull.before })
    .where('id', '=', pull.id)
    .where('account_id', '=', accountId)
    .execute()
  await recordActivity(tx, context, 'undone', { accountId, subject: pull.id })
}

async function restoreEntry(
  tx: Tx,
  context: EntryContext,
  changed: ChangedEntry,
  item: OpenItem,
): Promise<Entry | null> {
  const { current, before, pitch } = changed
  if (before === null) {
    await deleteDraft(tx, current)
    return null
  }
  const place = changed.place === undefined ? undefined : await placeBack(tx, context, changed, item)
  if (place !== undefined) {
    const told = before === current && current.id === context.change?.item ? 'undone' : null
    await moveInEdition(tx, context, current, place, told)
    if (current.state === 'published') await touchFeeds(tx, context.clock, current.accountId, 'all')
  }
  if (before === current) return { ...current, edition: place ?? null }
  const placed = await backInQueue(tx, context, before)
  if (before.image) await markUsed(tx, before.accountId, before.image.sha256)
  const updatedAt = isShownAgain(current, before)
    ? Math.max(context.clock.now(), current.updatedAt)
    : before.updatedAt
  const restored = await saveEntry(tx, context, 'undone', current, {
    ...placed,
    ...(place !== undefined && { edition: place }),
    updatedAt,
  })
  if (pitch !== null) await restorePitch(tx, pitch)
  return restored
}

/** The place in an edition that an entry returns to: none for a withdrawn entry whose edition is not published any more and does not come back with it. */
async function placeBack(
  tx: Tx,
  { clock }: EntryContext,
  { current, before, place = null }: ChangedEntry,
  { entries }: OpenItem,
): Promise<EditionPlace | null> {
  const isPublishedAgain = current.state !== 'published' && before?.state === 'published'
  if (place === null || !isPublishedAgain) return place
  if (entries.some(other => other.current.id === place.id)) return place
  return (await dateEditionChange(tx, place.id, clock.now())) ? place : null
}

/** Whether the undo changes what readers see of the published entry. */
const isShownAgain = (current: Entry, before: Entry): boolean =>
  before.state === 'published' && !isShownAlike(current, before)

/**
 * The entry as it returns to the queue: to its old time; to the next free time of the schedule if the old one
 * has passed or is taken; or late, waiting for a person, if no time is free or its own fixed time has passed.
 */
async function backInQueue(tx: Tx, { clock }: EntryContext, before: Entry): Promise<Entry> {
  if (before.state !== 'queued' || before.late) return before
  const isAhead = before.queuedFor > clock.now()
  if (!before.onSchedule) return isAhead ? before : markLate(before)
  const taken = await takenTimes(tx, laneOf(before), before.id)
  if (isAhead && !taken.has(before.queuedFor)) return before
  const next = (await freeTimes(tx, laneOf(before), clock.now())).next()
  return next.done ? markLate(before) : queue(before, { at: next.value, onSchedule: true })
}

/**
 * Takes an entry out of the queue. An entry that was about to be published right away returns to where it was
 * before, which may be its place in the queue.
 */
export async function takeOut(tx: Tx, context: EntryContext, { id, version: seen }: Entry): Promise<Entry> {
  const { accountId } = await entryIfUnchanged(tx, id, { seen })
  const line = await tx
    .selectFrom('activity')
    .select(['change_id', 'item'])
    .where('subject', '=', id)
    .where('version', '=', seen)
    .where('action', '=', 'publishing')
    .where('undone_at', 'is', null)
    .where('change_id', 'is not', null)
    .executeTakeFirst()
  const [item] = line ? await openItems(tx, accountId, [line.change_id ?? ''], line.item) : []
  const before = item?.entries[0]?.before
  if (!item || before?.state !== 'queued' || before.immediate) return unqueueEntry(tx, context, id, { seen })
  const request = { accountId, changeId: item.changeId, itemId: item.id, requireRole() {} }
  const [back] = await undoItem(tx, context, request)
  return back ?? before
}
