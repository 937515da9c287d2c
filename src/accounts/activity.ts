import type { Instant } from '#platform/clock.ts'
import { type CursorPosition, isAfter, pageOf } from '#platform/db/page-cursor.ts'
import type { Reader, Tx } from '#platform/db/schema.ts'
import { isUuid, type WriteContext } from '#platform/ids.ts'
import { ACTIVITY_ACTIONS, type ActivityAction } from './activity-actions.ts'
import { type EventTopic, recordEvent } from './events.ts'

/** Actors that are not people. What they do is not evidence of what a team considers news. */
export const MACHINE_ACTORS = [
  'import',
  'revert',
  'queue',
  'policy',
  'code host',
  'payment',
  'social network',
  'connection link',
  'dns',
  'writer',
  'sign-in',
] as const

/** The name of an actor. A person whose id no longer exists was erased. Null for machines and the command line. */
export const nameOfActor = (actor: string, name: string | null): string | null =>
  name ?? (isUuid(actor) ? 'A former member' : null)

/** What a person does in one go, and can undo in one go. */
export interface Change {
  id: string
  /**
   * The item that it was asked for. An item is undone entirely or not at all. By default each line of the log is about an item of its own.
   */
  item?: string
  /** The position of the item, from 0. */
  position?: number
  /** Whether it undoes the change: then its lines and those of the change cancel each other. */
  undoes?: true
}

/** Who acts, and the clock and ids to do it with. */
export interface ActionContext extends WriteContext {
  /** A person's id, `command-line`, or one of `MACHINE_ACTORS`. */
  actor: string
  /** The change that it is part of, so that it can be undone; left out for machines. */
  change?: Change | undefined
}

/** The context for something that is undone as a whole, although the log has lines about several objects. */
export const asItem = <C extends ActionContext>(context: C, item: string): C =>
  context.change ? { ...context, change: { ...context.change, item } } : context

/** What an action was done to, with the state before and after. */
interface ActivityTarget {
  accountId: string
  /** Id of the object, or of each of several; the account's own by default. */
  subject?: string | readonly string[]
  before?: unknown
  after?: unknown
  /** The topic of the event for open pages of the dashboard. */
  topic?: EventTopic
  /** The version of the subject after the action. */
  version?: number
}

/**
 * Records an action in the activity log, and an event for the open pages of the dashboard. With `null` as the
 * action it is not shown by itself, because it follows from another one, but it is undone with that.
 */
export async function recordActivity(
  tx: Tx,
  { clock, ids, actor, change }: ActionContext,
  action: ActivityAction | null,
  { accountId, subject = accountId, before, after, topic = 'account', version }: ActivityTarget,
): Promise<void> {
  const subjects = [subject].flat()
  if (subjects.length === 0) return
  const isUndoable = action === null || ACTIVITY_ACTIONS[action].undo === 'undoable'
  const shared = {
    account_id: accountId,
    at: clock.now(),
    actor,
    action,
    version: version ?? null,
    before: before === undefined ? null : JSON.stringify(before),
    after: after === undefined ? null : JSON.stringify(after),
    change_id: change && isUndoable && !change.undoes ? change.id : null,
    position: change?.position ?? 0,
    undone_at: change?.undoes ? clock.now() : null,
    topic,
    // A single event reports many lines.
    seq: subjects.length === 1 ? null : 0,
  }
  const rows = subjects.map(one => ({ id: ids.next(), ...shared, subject: one, item: change?.item ?? one }))
  await tx.insertInto('activity').values(rows).execute()
  if (subjects.length > 1) await recordEvent(tx, accountId, topic, subjects)
}

/** An item of the activity log for display. */
export interface ActivityItem {
  id: string
  at: Instant
  actor: string
  /** The actor's name (`nameOfActor`). */
  actorName: string | null
  action: ActivityAction
  subject: string
  before: unknown
  after: unknown
}

/** Which items of an account's log to return. Omitted fields do not filter. */
interface ActivityFilter {
  accountId: string
  /** A person's id, or one of `MACHINE_ACTORS`. */
  actor?: string | undefined
  action?: string | undefined
  from?: Instant | undefined
  /** The end of the span, exclusive. */
  until?: Instant | undefined
}

/** A page of the log of an account, newest first. `next` is null on the last page. */
export async function activityPage(
  db: Reader,
  search: ActivityFilter & { after?: CursorPosition | undefined; limit: number },
): Promise<{ activity: ActivityItem[]; next: CursorPosition | null }> {
  const { after, limit } = search
  const rows = await matching(db, search)
    .leftJoin('person', 'person.id', 'activity.actor')
    .select(['activity.id', 'activity.at', 'activity.actor', 'activity.action', 'activity.subject'])
    .select(['activity.before', 'activity.after', 'person.name'])
    .$call(query => (after ? query.where(isAfter(after, 'activity.at', 'activity.id')) : query))
    .orderBy('activity.at', 'desc')
    .orderBy('activity.id')
    .limit(limit + 1)
    .execute()
  const { shown, next } = pageOf(rows, limit, row => row)
  return {
    activity: shown.map(({ name, action, before, after: then, ...row }) => ({
      ...row,
      action: action as ActivityAction,
      actorName: nameOfActor(row.actor, name),
      before: briefState(before),
      after: briefState(then),
    })),
    next,
  }
}

/** The fields that only the history of an entry shows, and only an undo needs. */
const LEFT_OUT = ['body', 'machineTitle', 'machineBody', 'proposal', 'pitch', 'leftEdition']

const briefState = (text: string | null): unknown =>
  text === null ? null : JSON.parse(text, (name, value) => (LEFT_OUT.includes(name) ? undefined : value))

/** The last item of the log for each of these subjects, by subject. */
export async function lastActivityOf(
  db: Reader,
  accountId: string,
  subjects: readonly string[],
): Promise<Map<string, Pick<ActivityItem, 'action' | 'actor' | 'actorName' | 'at'>>> {
  if (subjects.length === 0) return new Map()
  const rows = await db
    .selectFrom('activity')
    .leftJoin('person', 'person.id', 'activity.actor')
    .select(['activity.subject', 'activity.action', 'activity.actor', 'activity.at', 'person.name'])
    .where(({ eb, selectFrom }) =>
      eb(
        'activity.id',
        'in',
        subjects.map(subject =>
          selectFrom('activity as last')
            .select('last.id')
            .where('last.account_id', '=', accountId)
            .where('last.subject', '=', subject)
            .where('last.action', 'is not', null)
            .orderBy('last.at', 'desc')
            .orderBy('last.id')
            .limit(1),
        ),
      ),
    )
    .execute()
  return new Map(
    rows.map(({ subject, name, action, actor, at }) => [
      subject,
      { action: action as ActivityAction, actor, actorName: nameOfActor(actor, name), at },
    ]),
  )
}

/** How many items of the log match, on all pages. */
export async function countActivity(db: Reader, search: ActivityFilter): Promise<number> {
  const { count } = await matching(db, search)
    .select(build => build.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

const matching = (db: Reader, { accountId, actor, action, from, until }: ActivityFilter) =>
  db
    .selectFrom('activity')
    .where('activity.account_id', '=', accountId)
    .where('activity.action', 'is not', null)
    .$if(actor !== undefined, query => query.where('activity.actor', '=', actor ?? ''))
    .$if(action !== undefined, query => query.where('activity.action', '=', action as ActivityAction))
    .$if(from !== undefined, query => query.where('activity.at', '>=', from ?? 0))
    .$if(until !== undefined, query => query.where('activity.at', '<', until ?? 0))

/** The values that the log of an account can be filtered by: every actor and every action in it. */
export async function activityFilters(
  db: Reader,
  accountId: string,
): Promise<{ actors: { id: string; name: string | null }[]; actions: ActivityAction[] }> {
  const actors = await db
    .selectFrom('activity')
    .leftJoin('person', 'person.id', 'activity.actor')
    .select(['activity.actor as id', 'person.name'])
    .distinct()
    .where('activity.account_id', '=', accountId)
    .where('activity.action', 'is not', null)
    .execute()
  const actions = await db
    .selectFrom('activity')
    .select('action')
    .distinct()
    .where('account_id', '=', accountId)
    .where('action', 'is not', null)
    .orderBy('action')
    .execute()
  const named = actors.map(({ id, name }) => ({ id, name: nameOfActor(id, name) }))
  return { actors: named, actions: actions.flatMap(row => row.action ?? []) }
}
