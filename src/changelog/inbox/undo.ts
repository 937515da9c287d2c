import { lockAccount } from '#accounts/account.ts'
import { recordActivity } from '#accounts/activity.ts'
import { touchFeeds } from '#accounts/feed-revision.ts'
import { isShownAlike } from '#changelog/entries/edit.ts'
import { type Entry, markLate, type QueuedEntry, queue, requireState } from '#changelog/entries/entry.ts'
import type { EntryContext } from '#changelog/entries/entry-effects.ts'
import { splitGroup } from '#changelog/entries/grouping.ts'
import { markUsed } from '#changelog/entries/images/images.ts'
import { deleteDraft, entryById, entryIfUnchanged, place } from '#changelog/entries/store.ts'
import { saveEntry } from '#changelog/entries/transitions.ts'
import { refreshPlaces } from '#changelog/ledger/places.ts'
import { assignSlots, unqueueEntry } from '#changelog/publishing/queue.ts'
import { freeSlots } from '#changelog/publishing/slots.ts'
import { restorePitch } from '#judgement/copy/pitches.ts'
import type { Instant } from '#platform/clock.ts'
import type { Tx } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'
import { changedSince, type OpenItem, openItems, requireUndoable } from './undoable.ts'

/** The item that is to be undone, of which change, and a check of the role that the entry takes; it throws. */
export interface UndoRequest {
  accountId: string
  changeId: string
  itemId: string
  requireRole(entry: Pick<Entry, 'state'>): void
}

/** The names of changes that move entries in, into or out of an edition. */
const PLACEMENTS: readonly string[] = ['place', 'withdraw-alone']

/**
 * Restores an item as it was before a change: state, slot, classification, words and what they rest on. Returns its entry, or null where it had none.
 * Throws `conflict` with the later change as `current` if somebody changed it since.
 */
export async function undoItem(tx: Tx, context: EntryContext, request: UndoRequest): Promise<Entry | null> {
  const { accountId, changeId, itemId } = request
  const item = await requireItem(tx, context, request)
  await restoreDecision(tx, context, accountId, item)
  const entry = item.entry_id === null ? null : await restoreEntry(tx, context, request, item, item.entry_id)
  if (item.pull_request_id !== null) await refreshPlaces(tx, [item.pull_request_id])
  await markUndone(tx, context, changeId, itemId)
  return entry
}

/**
 * Gives the entries of a move in the queue their earlier slots back, all or none: each of them is in the earlier slot of another.
 * Throws `conflict` with the later change as `current` if somebody changed one of them since.
 */
export async function undoMove(
  tx: Tx,
  context: EntryContext,
  { accountId, changeId, requireRole }: Omit<UndoRequest, 'itemId'>,
): Promise<Entry[]> {
  await lockAccount(tx, accountId)
  const undoer = { accountId, requireRole, now: context.clock.now() }
  await requireUndoable(tx, undoer, await openItems(tx, accountId, [changeId]))
  const { numUpdatedRows } = await tx
    .updateTable('bulk_change_item')
    .set({ undone_at: context.clock.now() })
    .where('change_id', '=', changeId)
    .where('undone_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new AppError('conflict', 'This was undone already.')
  const items = await tx
    .selectFrom('bulk_change_item')
    .select(['item_id', 'entry_before'])
    .where('change_id', '=', changeId)
    .execute()
  const entries: QueuedEntry[] = []
  const slots: Instant[] = []
  for (const { item_id: id, entry_before } of items) {
    entries.push(requireState(await entryById(tx, id, accountId), 'moved back', 'queued'))
    slots.push((JSON.parse(entry_before ?? '{}') as QueuedEntry).queuedFor)
  }
  const moved = await assignSlots(tx, context, 'undone', entries, slots)
  for (const entry of moved) await keepUndoable(tx, entry, entry.version - 2)
  return moved
}

/**
 * Makes drafts of their own again of what a change grouped. Throws `conflict` with the later change as `current` if somebody changed the
 * group since.
 */
export async function undoGroup(tx: Tx, context: EntryContext, request: UndoRequest): Promise<Entry[]> {
  const { accountId, changeId, itemId } = request
  await requireItem(tx, context, request)
  const group = await entryById(tx, itemId, accountId)
  const drafts = await splitGroup(tx, context, 'undone', group)
  await markUndone(tx, context, changeId, itemId)
  // Each draft was changed twice: when it was grouped, and now.
  for (const draft of drafts) await keepUndoable(tx, draft, draft.version - 2)
  return drafts
}

async function requireItem(
  tx: Tx,
  { clock }: EntryContext,
  { accountId, changeId, itemId, requireRole }: UndoRequest,
): Promise<OpenItem> {
  const items = await openItems(tx, accountId, [changeId], itemId)
  const [item] = items
  if (!item) throw new AppError('conflict', 'This was undone already.')
  await requireUndoable(tx, { accountId, requireRole, now: clock.now() }, items)
  return item
}

const markUndone = (tx: Tx, { clock }: EntryContext, changeId: string, itemId: string) =>
  tx
    .updateTable('bulk_change_item')
    .set({ undone_at: clock.now() })
    .where('change_id', '=', changeId)
    .where('item_id', '=', itemId)
    .execute()

/** Puts the earlier decision in force again. Decisions are kept, so nothing is deleted. */
async function restoreDecision(
  tx: Tx,
  context: EntryContext,
  accountId: string,
  { pull_request_id: id, decision_before, decision_after }: OpenItem,
): Promise<void> {
  if (id === null) return
  const { numUpdatedRows } = await tx
    .updateTable('pull_request')
    .set({ decision_id: decision_before })
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('decision_id', decision_after === null ? 'is' : '=', decision_after)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw await changedSince(tx, accountId, id)
  await recordActivity(tx, context, 'classification undone', { accountId, subject: id })
}

async function restoreEntry(
  tx: Tx,
  context: EntryContext,
  { accountId }: UndoRequest,
  { action, entry_before, pitch_before }: OpenItem,
  entryId: string,
): Promise<Entry | null> {
  const current = await entryById(tx, entryId, accountId)
  if (entry_before === null) {
    await deleteDraft(tx, current)
    return null
  }
  const before: Entry = JSON.parse(entry_before)
  const isPlacement = PLACEMENTS.includes(action)
  if (isPlacement) await placeBack(tx, context, before)
  if (isPlacement && before.version === current.version) return { ...current, edition: before.edition }
  const placed = await backInQueue(tx, context, before)
  if (before.image) await markUsed(tx, accountId, before.image.sha256)
  const updatedAt = isShownAgain(current, before)
    ? Math.max(context.clock.now(), current.updatedAt)
    : before.updatedAt
  const restored = await saveEntry(tx, context, 'undone', current, {
    ...current,
    ...placed,
    version: current.version,
    updatedAt,
  })
  if (pitch_before !== null) await restorePitch(tx, JSON.parse(pitch_before))
  await keepUndoable(tx, restored, before.version)
  return restored
}

async function placeBack(
  tx: Tx,
  context: EntryContext,
  { id, accountId, state, edition }: Entry,
): Promise<void> {
  await place(tx, id, edition)
  if (state === 'published') await touchFeeds(tx, context.clock, accountId, 'all')
  await recordActivity(tx, context, 'undone', { accountId, subject: id, topic: 'entries' })
}

/** Lets the change before the undone one be undone too: the entry is again as it was at an earlier version. */
const keepUndoable = (tx: Tx, { id, version }: Entry, earlier: number) =>
  tx
    .updateTable('bulk_change_item')
    .set({ entry_version: version })
    .where('entry_id', '=', id)
    .where('entry_version', '=', earlier)
    .where('undone_at', 'is', null)
    .execute()

/** Whether readers see other content in the published entry. */
const isShownAgain = (current: Entry, before: Entry): boolean =>
  before.state === 'published' && !isShownAlike(current, before)

/**
 * The entry as it goes back into the queue: at its time; in the next free slot if its slot has passed or was taken; and waiting for a person
 * if there is none, or its own time has passed.
 */
async function backInQueue(tx: Tx, { clock }: EntryContext, before: Entry): Promise<Entry> {
  if (before.state !== 'queued' || before.late) return before
  const isAhead = before.queuedFor > clock.now()
  if (!before.inSlot) return isAhead ? before : markLate(before)
  await lockAccount(tx, before.accountId)
  if (isAhead && (await isFree(tx, before))) return before
  const next = (await freeSlots(tx, before, clock.now())).next()
  return next.done ? markLate(before) : queue(before, { at: next.value, inSlot: true })
}

async function isFree(tx: Tx, { id, accountId, setId, queuedFor }: QueuedEntry): Promise<boolean> {
  const taken = await tx
    .selectFrom('entry')
    .select('id')
    .where('account_id', '=', accountId)
    .where('set_id', setId === null ? 'is' : '=', setId)
    .where('queued_for', '=', queuedFor)
    .where('in_slot', '=', 1)
    .where('id', '<>', id)
    .executeTakeFirst()
  return taken === undefined
}

/** Takes an entry out of the queue. One that goes out right away goes back to where it was, which may be its place in the queue. */
export async function takeOut(tx: Tx, context: EntryContext, { id, version: seen }: Entry): Promise<Entry> {
  const current = await entryIfUnchanged(tx, id, { seen })
  const item =
    current.state === 'queued' && current.immediate
      ? await tx
          .selectFrom('bulk_change_item')
          .select(['change_id', 'entry_before'])
          .where('entry_id', '=', id)
          .where('entry_version', '=', seen)
          .where('undone_at', 'is', null)
          .executeTakeFirst()
      : undefined
  const before: Entry | null = JSON.parse(item?.entry_before ?? 'null')
  if (!item || before?.state !== 'queued' || before.immediate) return unqueueEntry(tx, context, id, { seen })
  const { queuedFor, inSlot, late, immediate, setId } = (await backInQueue(
    tx,
    context,
    before,
  )) as QueuedEntry
  const place = { queuedFor, inSlot, late, immediate, setId }
  const back = await saveEntry(tx, context, 'undone', current, { ...current, ...place })
  await markUndone(tx, context, item.change_id, id)
  await keepUndoable(tx, back, before.version)
  return back
}
