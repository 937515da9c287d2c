import type { Selectable } from 'kysely'
import { activityPage } from '#accounts/activity.ts'
import { requireSet } from '#accounts/sets.ts'
import { type Entry, requireState } from '#changelog/entries/entry.ts'
import { imageOf } from '#changelog/entries/images/images.ts'
import { entryById } from '#changelog/entries/store.ts'
import type { Instant } from '#platform/clock.ts'
import type { Reader, Schema } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'

export type ItemRow = Selectable<Schema['bulk_change_item']>

/** Who undoes, and when. */
export interface Undoer {
  accountId: string
  now: Instant
  /** Checks the role that a change of the entry takes; it throws. */
  requireRole(entry: Pick<Entry, 'state'>): void
}

/** What somebody did to an item after the change that is to be undone. */
export interface LaterChange {
  action: string
  actor: string
  /** The person's name; null for machines and the command line. */
  actorName: string | null
  at: Instant
}

/** Why an item stays as it is, and what somebody did to it last where that is the reason. */
export interface Kept {
  detail: string
  since: LaterChange | null
}

/** What can be done about a change. */
export interface UndoOffer {
  /** `withdraw` for what readers see by now, `open` for what is changed where it stands. */
  does: 'undo' | 'withdraw' | 'open' | 'nothing'
  /** Why it cannot be undone; null where it can. */
  why: Kept | null
  /** What is withdrawn or opened instead. */
  entries: { id: string; version: number; title: string }[]
}

/** Names of changes that send entries to readers, now or later. */
const SENDING: readonly string[] = ['publish', 'republish', 'queue', 'move']

/**
 * Decides whether a change is undone, and what is offered instead: for the history, the messages, the key and the commands alike. Of many
 * items those are undone that can be; entries change places with each other all or none.
 */
export async function offerFor(
  db: Reader,
  undoer: Undoer,
  { id, action }: { id: string; action: string },
): Promise<UndoOffer> {
  let why: Kept | null = null
  let undoable = 0
  for (const item of await openItems(db, id)) {
    const reason = await reasonAgainst(db, undoer, action, item)
    if (reason === null) undoable++
    else why ??= reason
    if (action === 'move' ? reason !== null : reason === null) break
  }
  if (undoable > 0 && (why === null || action !== 'move')) return { does: 'undo', why: null, entries: [] }
  const present = why === null ? [] : await entriesOf(db, undoer.accountId, id)
  const out = present.filter(({ state }) => state === 'published')
  if (SENDING.includes(action) && out.length > 0 && mayChange(undoer, { state: 'published' }))
    return { does: 'withdraw', why, entries: out }
  return { does: present.length > 0 ? 'open' : 'nothing', why, entries: present.slice(0, 1) }
}

async function reasonAgainst(
  db: Reader,
  undoer: Undoer,
  action: string,
  item: ItemRow,
): Promise<Kept | null> {
  try {
    await requireUndoable(db, undoer, action, item)
    return null
  } catch (error) {
    return keptFor(error)
  }
}

/** Why an item could not be undone. Unexpected errors are thrown. */
export function keptFor(error: unknown): Kept {
  if (!(error instanceof AppError) || error.code === 'unavailable') throw error
  return { detail: error.publicMessage, since: isLaterChange(error.current) ? error.current : null }
}

const isLaterChange = (current: unknown): current is LaterChange =>
  typeof current === 'object' && current !== null && 'actorName' in current

function mayChange({ requireRole }: Undoer, entry: Pick<Entry, 'state'>): boolean {
  try {
    requireRole(entry)
    return true
  } catch {
    return false
  }
}

/** The items of a change that were not undone, in their order. */
export const openItems = (db: Reader, changeId: string): Promise<ItemRow[]> =>
  db
    .selectFrom('bulk_change_item')
    .selectAll()
    .where('change_id', '=', changeId)
    .where('undone_at', 'is', null)
    .orderBy('position')
    .execute()

const entriesOf = (db: Reader, accountId: string, changeId: string) =>
  db
    .selectFrom('bulk_change_item as item')
    .innerJoin('entry', 'entry.id', 'item.entry_id')
    .select(['entry.id', 'entry.version', 'entry.title', 'entry.state'])
    .where('item.change_id', '=', changeId)
    .where('item.undone_at', 'is', null)
    .where('entry.account_id', '=', accountId)
    .orderBy('item.position')
    .execute()

/**
 * Throws unless the item is as the change left it, and what it had before is still there: `conflict` with the later change as `current` if
 * somebody changed it since, and what `requireRole` throws.
 */
export async function requireUndoable(
  db: Reader,
  { accountId, now, requireRole }: Undoer,
  action: string,
  item: ItemRow,
): Promise<void> {
  if (item.undone_at !== null) throw new AppError('conflict', 'This was undone already.')
  await requireDecision(db, accountId, item)
  if (item.entry_id === null) return
  const current = await entryById(db, item.entry_id, accountId)
  requireRole(current)
  if (current.version !== item.entry_version) throw await changedSince(db, accountId, current.id)
  if (action === 'group') requireState(current, 'ungrouped', 'draft')
  else if (item.entry_before === null) {
    if (await hasPostText(db, current.id)) throw await changedSince(db, accountId, current.id)
  } else {
    const before: Entry = JSON.parse(item.entry_before)
    requireRole(before)
    if (before.state === 'queued' && before.immediate && before.queuedFor <= now)
      throw new AppError('conflict', 'The time that it was queued for has passed. Queue it again.')
    await requireParts(db, current, before)
  }
}

/** Throws `conflict` where another decision about the pull request is in force. */
async function requireDecision(
  db: Reader,
  accountId: string,
  { pull_request_id: id, decision_after }: ItemRow,
): Promise<void> {
  if (id === null) return
  const pull = await db
    .selectFrom('pull_request')
    .select('decision_id')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (pull?.decision_id !== decision_after) throw await changedSince(db, accountId, id)
}

/** Throws `conflict` or `not_found` when the set or the image that the entry had was deleted since. */
async function requireParts(db: Reader, current: Entry, before: Entry): Promise<void> {
  const { accountId, setId, image } = before
  if (setId !== null && setId !== current.setId) await requireSet(db, accountId, setId)
  if (!image || image.sha256 === current.image?.sha256) return
  if (!(await imageOf(db, accountId, image.sha256)))
    throw new AppError('conflict', 'Its earlier image was deleted since. Upload it again.')
}

/** Whether somebody wrote a text for a social account, which would be lost with the draft. The version of the entry is not changed by it. */
async function hasPostText(db: Reader, entryId: string): Promise<boolean> {
  const text = await db
    .selectFrom('post_text')
    .select('entry_id')
    .where('entry_id', '=', entryId)
    .executeTakeFirst()
  return text !== undefined
}

/** The error for an item that somebody changed since, with what was done last as `current`. */
export async function changedSince(db: Reader, accountId: string, subject: string): Promise<AppError> {
  const [last] = (await activityPage(db, { accountId, subject, limit: 1 })).activity
  const later: LaterChange | null = last
    ? { action: last.action, actor: last.actor, actorName: last.actorName, at: last.at }
    : null
  return new AppError('conflict', `${laterChange(later)} Nothing was undone.`, { current: later })
}

function laterChange(later: LaterChange | null): string {
  if (later?.actor === 'queue' && later.action === 'published')
    return 'It was published at its time; withdraw it in Published.'
  const who = later?.actorName ?? later?.actor ?? 'Somebody'
  return `It has changed since: ${who} ${later?.action ?? 'changed it'}.`
}
