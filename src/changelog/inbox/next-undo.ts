import { ACTIVITY_ACTIONS, type ActivityAction } from '#accounts/activity-actions.ts'
import { isShownAlike } from '#changelog/entries/edit.ts'
import type { Entry } from '#changelog/entries/entry.ts'
import { type PausedQueue, pausesOf } from '#changelog/publishing/pauses.ts'
import type { Instant } from '#platform/clock.ts'
import type { Reader } from '#platform/db/schema.ts'
import { firstTitles, lastChange, type UndoableChange } from './changes.ts'
import { openItems } from './open-items.ts'

/** What a person does that no undo takes back. */
const FINAL = (Object.keys(ACTIVITY_ACTIONS) as ActivityAction[]).filter(
  action => ACTIVITY_ACTIONS[action].undo === 'final',
)

/** Whose last change is asked for. */
interface Person {
  accountId: string
  actor: string
  /** Older changes do not count. */
  since: Instant
  now: Instant
}

/**
 * What is undone next: a change, or `final`, the last thing that the person did and that cannot be undone, with the queue that they paused
 * and can resume instead. Both null for nothing.
 */
interface NextUndo {
  change: UndoableChange | null
  final: { action: ActivityAction; at: Instant; resumes: PausedQueue | null } | null
}

/**
 * The last thing that a person did in an account and did not undo, there or by a command, whose actor is the command line. Never an older one
 * in its place.
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
    action === 'queue paused' && (await pausesOf(db, accountId, now)).some(({ line }) => line === subject)
  return { action, at, resumes: isPaused ? subject : null }
}

/** What readers see of an undo: entries appear, disappear, or read as before. */
interface UndoEffect {
  kind: 'publish' | 'withdraw' | 'reword'
  titles: string[]
}

/** What a change did, and what readers see when it is undone; null for nothing. */
export async function describeUndo(
  db: Reader,
  accountId: string,
  changeId: string,
): Promise<{ titles: string[]; effect: UndoEffect | null }> {
  const titles = (await firstTitles(db, accountId, [changeId])).get(changeId) ?? []
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
