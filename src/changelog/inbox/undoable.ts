import { lastActivityOf } from '#accounts/activity.ts'
import { listSets } from '#accounts/sets.ts'
import type { Entry, EntryState } from '#changelog/entries/entry.ts'
import { memoizeOnce } from '#platform/cache.ts'
import type { Instant } from '#platform/clock.ts'
import type { Reader } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'

export type OpenItem = Awaited<ReturnType<typeof openItems>>[number]

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
 * Decides of each of these changes whether it is undone, and what is offered instead: for the history, the messages, the key and the
 * commands alike. Of many items those are undone that can be; entries change places with each other all or none.
 */
export async function withOffers<C extends { id: string }>(
  db: Reader,
  undoer: Undoer,
  changes: readonly C[],
): Promise<(C & { offer: UndoOffer })[]> {
  if (changes.length === 0) return []
  const { accountId } = undoer
  const ids = changes.map(({ id }) => id)
  const items = Map.groupBy(await openItems(db, accountId, ids), item => item.change_id)
  const parts = partsOf(db, accountId)
  const reasons: (Reason | null)[] = []
  for (const id of ids) reasons.push(await reasonAgainst(undoer, items.get(id) ?? [], parts))
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
  const present = items.flatMap(({ entry_id: id, state, version, title }) =>
    id === null || state === null || version === null ? [] : [{ id, state, version, title: title ?? '' }],
  )
  const entries = present.map(({ state: _, ...entry }) => entry)
  const out = entries.filter((_, at) => present[at]?.state === 'published')
  const sends = items.some(({ action }) => SENDING.includes(action))
  if (sends && out.length > 0 && roleFault(undoer, 'published') === null)
    return { does: 'withdraw', why, entries: out }
  return { does: entries.length > 0 ? 'open' : 'nothing', why, entries: entries.slice(0, 1) }
}

/** Why an item is not undone: a fault, or the id of the entry or pull request that somebody changed since. */
type Reason = AppError | string

/** Null where the change is undone. */
async function reasonAgainst(
  undoer: Undoer,
  items: readonly OpenItem[],
  parts: PresentParts,
): Promise<Reason | null> {
  let first: Reason | null = null
  for (const item of items) {
    const reason = await reasonAgainstItem(undoer, item, parts)
    if (item.action === 'move' ? reason !== null : reason === null) return reason
    first ??= reason
  }
  return first
}

/** Why an item could not be undone. Unexpected errors are thrown. */
export function keptFor(error: unknown): Kept {
  if (!(error instanceof AppError) || error.code === 'unavailable') throw error
  return { detail: error.publicMessage, since: isLaterChange(error.current) ? error.current : null }
}

const isLaterChange = (current: unknown): current is LaterChange =>
  typeof current === 'object' && current !== null && 'actorName' in current

/** What keeps the role from changing an entry in this state; null for nothing. */
function roleFault({ requireRole }: Undoer, state: EntryState): AppError | null {
  try {
    requireRole({ state })
    return null
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
}

/** The items of changes that were not undone, in their order, each with what its entry and its pull request are now. */
export const openItems = (db: Reader, accountId: string, changeIds: readonly string[], itemId?: string) =>
  db
    .selectFrom('bulk_change_item as item')
    .innerJoin('bulk_change as change', 'change.id', 'item.change_id')
    .leftJoin('entry', join =>
      join.onRef('entry.id', '=', 'item.entry_id').on('entry.account_id', '=', accountId),
    )
    .leftJoin('pull_request as pull', join =>
      join.onRef('pull.id', '=', 'item.pull_request_id').on('pull.account_id', '=', accountId),
    )
    .selectAll('item')
    .select(['change.action', 'entry.state', 'entry.version', 'entry.title', 'entry.set_id', 'entry.image'])
    .select('pull.decision_id')
    .select(({ exists, selectFrom }) =>
      exists(selectFrom('post_text').select('entry_id').whereRef('post_text.entry_id', '=', 'entry.id')).as(
        'has_post_text',
      ),
    )
    .where('item.change_id', 'in', changeIds)
    .where('change.account_id', '=', accountId)
    .where('item.undone_at', 'is', null)
    .$if(itemId !== undefined, query => query.where('item.item_id', '=', itemId ?? ''))
    .orderBy('item.position')
    .execute()

/** What an entry may have had, by id and by hash. Read when it is asked for, once. */
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

/**
 * Throws unless the items are as the change left them, and what they had before is still there: `conflict` with the later change as
 * `current` if somebody changed one since, and what `requireRole` throws.
 */
export async function requireUndoable(db: Reader, undoer: Undoer, items: readonly OpenItem[]): Promise<void> {
  const parts = partsOf(db, undoer.accountId)
  for (const item of items) {
    const reason = await reasonAgainstItem(undoer, item, parts)
    if (reason !== null)
      throw typeof reason === 'string' ? await changedSince(db, undoer.accountId, reason) : reason
  }
}

async function reasonAgainstItem(
  undoer: Undoer,
  item: OpenItem,
  parts: PresentParts,
): Promise<Reason | null> {
  if (item.pull_request_id !== null && item.decision_id !== item.decision_after) return item.pull_request_id
  if (item.entry_id === null) return null
  if (item.state === null) return new AppError('not_found', 'The entry was deleted since.')
  const fault = roleFault(undoer, item.state)
  if (fault !== null) return fault
  if (item.version !== item.entry_version) return item.entry_id
  if (item.action === 'group')
    return item.state === 'draft'
      ? null
      : new AppError('conflict', `A ${item.state} entry cannot be ungrouped.`)
  if (item.entry_before === null) return item.has_post_text ? item.entry_id : null
  return reasonAgainstReturn(undoer, item, JSON.parse(item.entry_before), parts)
}
/** Why an entry cannot be as it was before. */
async function reasonAgainstReturn(
  undoer: Undoer,
  { set_id, image }: OpenItem,
  before: Entry,
  { sets, images }: PresentParts,
): Promise<AppError | null> {
  const fault = roleFault(undoer, before.state)
  if (fault !== null) return fault
  if (before.state === 'queued' && before.immediate && before.queuedFor <= undoer.now)
    return new AppError('conflict', 'The time that it was queued for has passed. Queue it again.')
  if (before.setId !== null && before.setId !== set_id && !(await sets()).has(before.setId))
    return new AppError('conflict', 'Its earlier set was deleted since.')
  if (before.image && before.image.sha256 !== image && !(await images()).has(before.image.sha256))
    return new AppError('conflict', 'Its earlier image was deleted since. Upload it again.')
  return null
}

/** The error for an item that somebody changed since, with what was done last as `current`. */
export const changedSince = async (db: Reader, accountId: string, subject: string): Promise<AppError> =>
  hasChanged((await lastActivityOf(db, accountId, [subject])).get(subject))

const hasChanged = (later: LaterChange | undefined): AppError =>
  new AppError('conflict', `${laterChange(later)} Nothing was undone.`, { current: later ?? null })

function laterChange(later: LaterChange | undefined): string {
  if (later?.actor === 'queue' && later.action === 'published')
    return 'It was published at its time; withdraw it in Published.'
  const who = later?.actorName ?? later?.actor ?? 'Somebody'
  return `It has changed since: ${who} ${later?.action ?? 'changed it'}.`
}
