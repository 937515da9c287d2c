import { ACTIVITY_ACTIONS, type ActivityAction } from '#accounts/activity-actions.ts'
import { isShownAlike } from '#changelog/entries/edit.ts'
import type { Entry } from '#changelog/entries/entry.ts'
import { type PausedQueue, pausesOf } from '#changelog/publishing/pauses.ts'
import type { Instant } from '#platform/clock.ts'
import type { Reader } from '#platform/db/schema.ts'
import { firstTitles, lastChange, type UndoableChange } from './changes.ts'
import { openItems } from './open-items.ts'

/** The actions that no undo takes back. */
const FINAL = (Object.keys(ACTIVITY_ACTIONS) as ActivityAction[]).filter(
  action => ACTIVITY_ACTIONS[action].undo === 'final',
)

/** The person whose last change is looked for. */
interface Person {
  accountId: string
  actor: string
  /** The oldest time that counts. */
  since: Instant
  now: Instant
}

/**
 * What is undone next: `change`, or `final`, a last action that cannot be undone, with the queue that it
 * paused, which the person can resume instead. Both are null if there is nothing to undo.
 */
interface NextUndo {
  change: UndoableChange | null
  final: { action: ActivityAction; at: Instant; resumes: PausedQueue | null } | null
}

/**
 * Finds the last thing that a person did in an account and has not undone, in the dashboard or by a command
 * (the actor is then the command line). If that cannot be undone, no older action takes its place.
 */
export async function nextUndo(db: Reader, person: Person): Promise<NextUndo> {
  const change = await lastChange(db, { ...person, actors: [person.actor, 'command-line'] })
  const final = await lastFinal(db, { ...person, since: change ? change.at + 1 : person.since })
  return final ? { change: null, final } : { change, final: null }
}

async function lastFinal(db: Reader, { accountId, actor, since, now }: Person): Promise<NextUndo['final']> {
  const row = await db
    .selectFrom('activity')
    .select(['action', 'at', 'subject'])
    .where('account_id', '=', accountId)
    .where('actor', '=', actor)
    .where('at', '>=', since)
    .where('action', 'in', FINAL)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row?.action) return null
  const { action, at, subject } = row
  const isPaused =
    action === 'queue paused' && (await pausesOf(db, accountId, now)).some(({ queue }) => queue === subject)
  return { action, at, resumes: isPaused ? subject : null }
}

/** What readers see when a change is undone: entries appear, disappear, or read as before. */
interface UndoEffect {
  kind: 'publish' | 'withdraw' | 'reword'
  titles: string[]
}

/** The titles of a change's items, and what readers see when it is undone; `effect` is null if they see nothing. */
export async function describeUndo(
  db: Reader,
  accountId: string,
  changeId: string,
): Promise<{ titles: string[]; effect: UndoEffect | null }> {
  const told = (await firstTitles(db, accountId, [changeId])).get(changeId) ?? []
  const titles = told.map(({ title }) => title)
  const effects: { kind: UndoEffect['kind']; title: string }[] = []
  for (const { entries } of await openItems(db, accountId, [changeId]))
    for (const { current, before, isLast } of entries) {
      const kind = before && isLast && effectOf(current, before)
      if (before && kind) effects.push({ kind, title: before.title })
    }
  const [first] = effects
  return { titles, effect: first ? { kind: first.kind, titles: effects.map(({ title }) => title) } : null }
}

function effectOf(current: Entry, before: Entry): UndoEffect['kind'] | null {
  if (before.state === 'published' && current.state !== 'published') return 'publish'
  if (current.state !== 'published') return null
  if (before.state !== 'published') return 'withdraw'
  return isShownAlike(current, before) ? null : 'reword'
}
