import { type ExpressionBuilder, sql } from 'kysely'
import type { Change } from '#accounts/activity.ts'
import type { ActivityAction } from '#accounts/activity-actions.ts'
import type { Entry } from '#changelog/entries/entry.ts'
import type { EntryContext } from '#changelog/entries/entry-effects.ts'
import { DAY_MS, type Instant } from '#platform/clock.ts'
import type { Reader, Schema, Tx } from '#platform/db/schema.ts'

/** How long a person's change can be undone. */
const UNDOABLE_MS = 7 * DAY_MS

/** A change that can be undone. */
export interface UndoableChange {
  id: string
  /** The action of its first item, as in the activity log. */
  action: ActivityAction
  actor: string
  /** When the change began. If a person makes other changes while it is still running, it counts as earlier than those. */
  at: Instant
  /** How many of its items have not been undone yet. */
  items: number
}

const ITEMS = sql<number>`count(distinct activity.item)`

/** The changes of an account since a time. */
const changesSince = (db: Reader, accountId: string, since: Instant) =>
  db
    .selectFrom('activity')
    .leftJoin('run', 'run.id', 'activity.change_id')
    .select([
      sql<string>`activity.change_id`.as('id'),
      'activity.actor',
      sql<ActivityAction>`max(case when activity.subject = activity.item then activity.action end)`.as(
        'action',
      ),
      sql<number>`min(coalesce(run.started_at, activity.at))`.as('began'),
    ])
    .where('activity.account_id', '=', accountId)
    .where('activity.change_id', 'is not', null)
    .where('activity.at', '>=', since)
    .groupBy(['activity.change_id', 'activity.actor'])

/** The newest change of these actors since a time that has not been undone; null if there is none. */
export async function lastChange(
  db: Reader,
  { accountId, actors, since }: { accountId: string; actors: readonly string[]; since: Instant },
): Promise<UndoableChange | null> {
  const row = await changesSince(db, accountId, since)
    .select(ITEMS.as('items'))
    .where('activity.actor', 'in', actors)
    .where('activity.undone_at', 'is', null)
    .orderBy('began', 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (!row) return null
  const { began: at, items, ...change } = row
  return { ...change, at, items: Number(items) }
}

/** Edits of one draft's words within this time are one change, since a draft saves itself while a person types. */
const TYPING_MS = 600_000

/** If the person's last change is typing in the same draft, returns a context that continues that change. */
export async function continueTyping(
  tx: Tx,
  context: EntryContext & { change: Change },
  { id, accountId, version, state }: Entry,
): Promise<EntryContext> {
  const since = context.clock.now() - TYPING_MS
  const last = await lastChange(tx, { accountId, actors: [context.actor], since })
  if (state !== 'draft' || last?.action !== 'edited') return context
  const line = await tx
    .selectFrom('activity')
    .select('after')
    .where('change_id', '=', last.id)
    .where('subject', '=', id)
    .where('version', '=', version)
    .where('undone_at', 'is', null)
    .executeTakeFirst()
  const fields = Object.keys(JSON.parse(line?.after ?? '{"none":true}'))
  return fields.every(field => TYPED.includes(field)) ? { ...context, change: { id: last.id } } : context
}

/** The fields that change when a person edits the words. */
const TYPED: readonly string[] = ['title', 'body', 'touched', 'flag', 'needsWords', 'updatedAt']

/** The action of a change and the ids of its items, the last first, which is the order to undo them in; null if the change is unknown. */
export async function changedItems(
  db: Reader,
  accountId: string,
  changeId: string,
): Promise<(Pick<UndoableChange, 'action' | 'actor'> & { items: string[] }) | null> {
  const lines = await db
    .selectFrom('activity')
    .select(['item', 'subject', 'action', 'actor'])
    .where('change_id', '=', changeId)
    .where('account_id', '=', accountId)
    .orderBy('position', 'desc')
    .execute()
  const told = lines.find(({ item, subject }) => item === subject)
  if (!told?.action) return null
  return { action: told.action, actor: told.actor, items: [...new Set(lines.map(({ item }) => item))] }
}

/** Deletes the change ids of old lines in the activity log, so that they cannot be undone any more. */
export async function pruneChanges(tx: Tx, now: Instant): Promise<void> {
  const isOld = ({ and, eb }: ExpressionBuilder<Schema, 'activity'>) =>
    and([eb('change_id', 'is not', null), eb('at', '<', now - UNDOABLE_MS)])
  await tx.deleteFrom('activity').where(isOld).where('action', 'is', null).execute()
  await tx.updateTable('activity').set({ change_id: null }).where(isOld).execute()
}

/** A change as the history of the inbox shows it. */
interface PastChange extends UndoableChange {
  /** Null for a machine and the command line. */
  actorName: string | null
  /** How many of its items have not been undone. */
  open: number
  /** The first items. */
  first: ChangedTitle[]
}

/** What an item of a change is called, and its entry where it has one. */
interface ChangedTitle {
  title: string
  entry: string | null
}

/** The newest changes of an account, by all members. */
export async function recentChanges(
  db: Reader,
  accountId: string,
  { now, limit }: { now: Instant; limit: number },
): Promise<PastChange[]> {
  const changes = await changesSince(db, accountId, now - UNDOABLE_MS)
    .leftJoin('person', 'person.id', 'activity.actor')
    .select([
      'person.name as actorName',
      ITEMS.as('items'),
      sql<number>`count(distinct case when activity.undone_at is null then activity.item end)`.as('open'),
    ])
    .groupBy('person.name')
    .orderBy('began', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
  const ids = changes.map(({ id }) => id)
  const titles = await firstTitles(db, accountId, ids)
  return changes.map(({ began: at, items, open, ...change }) => ({
    ...change,
    ...{ at, items: Number(items), open: Number(open), first: titles.get(change.id) ?? [] },
  }))
}

/** How many titles the history shows for a change of many items. */
const MOST_TITLES = 3

/** The titles of the first items of changes, by change id: of entries, or of pull requests that have no entry. */
export async function firstTitles(
  db: Reader,
  accountId: string,
  changeIds: readonly string[],
): Promise<Map<string, ChangedTitle[]>> {
  if (changeIds.length === 0) return new Map()
  const lines = await db
    .selectFrom('activity as line')
    .leftJoin('entry', 'entry.id', 'line.subject')
    .leftJoin('pull_request as pull', 'pull.id', 'line.subject')
    .select(['line.change_id', 'line.item', 'line.subject', 'entry.title as entry', 'pull.title as pull'])
    .where('line.change_id', 'in', changeIds)
    .where('line.account_id', '=', accountId)
    .where('line.position', '<', MOST_TITLES)
    .orderBy('line.position')
    .execute()
  const titles = new Map<string, ChangedTitle[]>()
  for (const [id, of] of Map.groupBy(lines, line => line.change_id ?? ''))
    titles.set(id, [...Map.groupBy(of, line => line.item).values()].flatMap(titleOf))
  return titles
}

function titleOf(
  lines: readonly { item: string; subject: string; entry: string | null; pull: string | null }[],
): ChangedTitle | [] {
  const own = lines.find(({ item, subject }) => item === subject)
  const told = own?.entry ? own : lines.find(({ entry }) => entry !== null)
  if (told) return { title: told.entry ?? '', entry: told.subject }
  return own?.pull ? { title: own.pull, entry: null } : []
}
