import { isDeepStrictEqual } from 'node:util'
import type { ActionContext } from '#accounts/activity.ts'
import type { Entry } from '#changelog/entries/entry.ts'
import { type StoredPitch, storedPitch } from '#judgement/copy/pitches.ts'
import type { Instant } from '#platform/clock.ts'
import type { Reader, Tx } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'

/** Something that a person does to one or several items, and can undo. */
export interface BulkChange {
  id: string
  accountId: string
  /** What is done, such as `dismiss`. */
  action: string
  /** When it began, for one that goes on while the person does others; they are undone before it. Left out: its last item. */
  began?: Instant
}

/** The part of an item that a change replaces. */
export interface ItemState {
  entry: Entry | null
  /** Of a pull request whose classification changes. */
  decision?: { pullRequestId: string; decisionId: string | null }
  /** Of an entry whose words become other words of the machine. */
  pitch?: StoredPitch | undefined
}

/** An item of a change: the id that it was asked of, its position, and its state before and after. */
export interface ChangedItem {
  itemId: string
  position: number
  before: ItemState
  after: ItemState
}

/** Stores what a change replaced, in the transaction of the change. Several transactions may belong to one change. */
export async function recordItem(
  tx: Tx,
  { clock, actor }: ActionContext,
  { id, accountId, action, began: at = clock.now() }: BulkChange,
  { itemId, position, before, after }: ChangedItem,
): Promise<void> {
  await tx
    .insertInto('bulk_change')
    .values({ id, account_id: accountId, actor, action, at })
    .onConflict(conflict => conflict.column('id').doUpdateSet({ at }))
    .execute()
  await tx
    .insertInto('bulk_change_item')
    .values({
      change_id: id,
      item_id: itemId,
      position,
      ...entryColumns(before.entry, after.entry),
      pull_request_id: after.decision?.pullRequestId ?? null,
      decision_before: before.decision?.decisionId ?? null,
      decision_after: after.decision?.decisionId ?? null,
      pitch_before: before.pitch ? JSON.stringify(before.pitch) : null,
    })
    .execute()
}

/** How long edits of the words of one draft are one change. A draft saves itself while it is typed. */
const TYPING_MS = 600_000

/**
 * Stores what a change of one entry replaced, and gives its id; null where it changed nothing. `pitch` is what its words came from, where the
 * change replaced that too. Typing on in the draft that the person changed last
 * continues that change, and gives null too.
 */
export async function recordEntryChange(
  tx: Tx,
  context: ActionContext,
  action: string,
  before: Entry | null,
  after: Entry,
  pitch?: StoredPitch | undefined,
): Promise<string | null> {
  if (before?.version === after.version) return null
  if (action === 'words' && before?.state === 'draft' && (await continueTyping(tx, context, before, after)))
    return null
  const change = { id: context.ids.next(), accountId: after.accountId, action }
  const item = { itemId: after.id, position: 0, before: { entry: before, pitch }, after: { entry: after } }
  await recordItem(tx, context, change, item)
  return change.id
}

/** What an entry's words came from; undefined where they are of several pull requests, or of none. */
export const pitchBehind = async (
  db: Reader,
  { origin, primaryPullRequestId: id }: Entry,
): Promise<StoredPitch | undefined> =>
  origin === 'pull-request' && id !== null ? storedPitch(db, id) : undefined

async function continueTyping(
  tx: Tx,
  { clock, actor }: ActionContext,
  { accountId, version }: Entry,
  after: Entry,
): Promise<boolean> {
  const last = await lastChange(tx, { accountId, actor, since: clock.now() - TYPING_MS })
  if (last?.action !== 'words') return false
  const { numUpdatedRows } = await tx
    .updateTable('bulk_change_item')
    .set({ entry_version: after.version })
    .where('change_id', '=', last.id)
    .where('entry_id', '=', after.id)
    .where('entry_version', '=', version)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await tx.updateTable('bulk_change').set({ at: clock.now() }).where('id', '=', last.id).execute()
  return true
}

const isUnchanged = (before: Entry | null, after: Entry): boolean =>
  before?.id === after.id &&
  before.version === after.version &&
  isDeepStrictEqual(before.edition, after.edition)

/** Empty for an entry that the change left as it was. */
function entryColumns(before: Entry | null, after: Entry | null) {
  if (after === null || isUnchanged(before, after))
    return { entry_id: null, entry_before: null, entry_version: null }
  const earlier = before?.id === after.id ? JSON.stringify(before) : null
  return { entry_id: after.id, entry_before: earlier, entry_version: after.version }
}

/** A change that can be undone. */
export interface UndoableChange {
  id: string
  action: string
  at: Instant
  /** How many items of it were not undone yet. */
  items: number
}

/** The last change of a person in an account since a time that was not undone yet; null for none. */
export async function lastChange(
  db: Reader,
  { accountId, actor, since }: { accountId: string; actor: string; since: Instant },
): Promise<UndoableChange | null> {
  const row = await db
    .selectFrom('bulk_change as change')
    .select(['change.id', 'change.action', 'change.at'])
    .select(({ selectFrom }) =>
      selectFrom('bulk_change_item as item')
        .select(({ fn }) => fn.countAll<number>().as('items'))
        .whereRef('item.change_id', '=', 'change.id')
        .where('item.undone_at', 'is', null)
        .as('items'),
    )
    .where('account_id', '=', accountId)
    .where('actor', '=', actor)
    .where('at', '>=', since)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('bulk_change_item as open')
          .select('open.item_id')
          .whereRef('open.change_id', '=', 'change.id')
          .where('open.undone_at', 'is', null),
      ),
    )
    .orderBy('at', 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row ? { ...row, items: Number(row.items) } : null
}

/**
 * For each of these entries and pull requests the change that was the last to touch it: nobody has changed it
 * since. `since` is the time of the oldest change that matters.
 */
export async function undoableChanges(
  db: Reader,
  { accountId, subjects, since }: { accountId: string; subjects: readonly string[]; since: Instant },
): Promise<Map<string, { id: string; action: string; at: Instant }>> {
  if (subjects.length === 0) return new Map()
  const rows = await db
    .selectFrom('bulk_change as change')
    .innerJoin('bulk_change_item as item', 'item.change_id', 'change.id')
    .leftJoin('entry', 'entry.id', 'item.entry_id')
    .leftJoin('pull_request as pull', 'pull.id', 'item.pull_request_id')
    .select(['change.id', 'change.action', 'change.at', 'item.entry_id', 'item.pull_request_id'])
    .where('change.account_id', '=', accountId)
    .where('change.at', '>=', since)
    .where('item.undone_at', 'is', null)
    .where(({ or, and, eb, ref }) =>
      or([
        and([eb('entry.id', 'in', subjects), eb('entry.version', '=', ref('item.entry_version'))]),
        and([
          eb('item.entry_id', 'is', null),
          eb('pull.id', 'in', subjects),
          eb('pull.decision_id', '=', ref('item.decision_after')),
        ]),
      ]),
    )
    .execute()
  return new Map(
    rows.map(({ entry_id, pull_request_id, ...change }) => [entry_id ?? pull_request_id ?? '', change]),
  )
}

/** What a change did, and the ids of its items, the last first, which is the order to undo them in. Throws `not_found`. */
export async function changedItems(
  db: Reader,
  accountId: string,
  changeId: string,
): Promise<{ action: string; ids: string[] }> {
  const rows = await db
    .selectFrom('bulk_change_item as item')
    .innerJoin('bulk_change as change', 'change.id', 'item.change_id')
    .select(['item.item_id', 'change.action'])
    .where('change.id', '=', changeId)
    .where('change.account_id', '=', accountId)
    .orderBy('item.position', 'desc')
    .execute()
  const [first] = rows
  if (first) return { action: first.action, ids: rows.map(row => row.item_id) }
  throw new AppError('not_found', 'This change is not known, or too old to be undone.')
}

/** A change as the history of the inbox shows it. */
export interface PastChange extends Omit<UndoableChange, 'items'> {
  /** Null for a machine. */
  actorName: string | null
  items: number
  /** Items that were not undone. */
  open: number
  /** Of the first items. */
  titles: string[]
}

/** Titles that a change of many items shows. */
const MOST_TITLES = 3

/** The newest changes of an account, by all members. */
export async function recentChanges(db: Reader, accountId: string, limit: number): Promise<PastChange[]> {
  const changes = await db
    .selectFrom('bulk_change as change')
    .innerJoin('bulk_change_item as item', 'item.change_id', 'change.id')
    .leftJoin('person', 'person.id', 'change.actor')
    .select(['change.id', 'change.action', 'change.at', 'person.name as actorName'])
    .select(({ fn }) => [fn.countAll<number>().as('items'), fn.count<number>('item.undone_at').as('undone')])
    .where('change.account_id', '=', accountId)
    .groupBy(['change.id', 'change.action', 'change.at', 'person.name'])
    .orderBy('change.at', 'desc')
    .orderBy('change.id')
    .limit(limit)
    .execute()
  const titles = await firstTitles(
    db,
    changes.map(({ id }) => id),
  )
  return changes.map(({ items, undone, ...change }) => ({
    ...change,
    items: Number(items),
    open: Number(items) - Number(undone),
    titles: titles.get(change.id) ?? [],
  }))
}

export async function firstTitles(db: Reader, changeIds: readonly string[]): Promise<Map<string, string[]>> {
  if (changeIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('bulk_change_item as item')
    .leftJoin('entry', 'entry.id', 'item.item_id')
    .leftJoin('pull_request as pull', 'pull.id', 'item.item_id')
    .select(({ fn }) => ['item.change_id', fn.coalesce('entry.title', 'pull.title').as('title')])
    .where('item.change_id', 'in', changeIds)
    .where('item.position', '<', MOST_TITLES)
    .orderBy('item.position')
    .execute()
  const byChange = Map.groupBy(rows, row => row.change_id)
  return new Map([...byChange].map(([id, of]) => [id, of.flatMap(({ title }) => title ?? [])]))
}
