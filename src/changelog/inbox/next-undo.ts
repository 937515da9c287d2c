import type { ActivityAction } from '#accounts/activity-actions.ts'
import { isShownAlike } from '#changelog/entries/edit.ts'
import type { Entry } from '#changelog/entries/entry.ts'
import { entryFrom } from '#changelog/entries/store.ts'
import { type PausedQueue, pausesOf } from '#changelog/publishing/pauses.ts'
import type { Instant } from '#platform/clock.ts'
import type { Reader } from '#platform/db/schema.ts'
import { firstTitles, lastChange, type UndoableChange } from './changes.ts'

/** What a person does that no undo takes back. It is changed back where it was done. */
const FINAL: readonly ActivityAction[] = [
  ...(['ungrouped', 'regenerated', "declined the machine's words"] as const),
  ...(['declined a group', 'marked as announced elsewhere', 'cleared as announced'] as const),
  ...(['policy changed', 'page changed', 'voice changed', 'settings changed', 'account renamed'] as const),
  'rhythm changed',
  ...(['summary time changed', 'plan changed', 'origins changed', 'address rotated'] as const),
  ...(['slot added', 'slot removed', 'queue paused', 'queue resumed'] as const),
  ...(['set created', 'set renamed', 'set deleted', 'repository changed'] as const),
  ...(['member invited', 'member removed', 'role changed', 'invitation taken back'] as const),
  ...(['token created', 'token revoked', 'client connected', 'client disconnected'] as const),
  ...(['connected', 'disconnected', 'import started', 'failures retried'] as const),
  ...(['post text edited', 'post delay changed', 'post given up', 'post resolved'] as const),
  ...(['post retried', 'post looked up again', 'post sent by hand'] as const),
  ...(['social account connected', 'social account reconnected', 'social account disconnected'] as const),
  ...(['social account moved', 'social account changed'] as const),
]

/** Whose last change is asked for. */
interface Person {
  accountId: string
  actor: string
  /** Older changes do not count. */
  since: Instant
}

/**
 * What is undone next: a change, or `final`, the last thing that the person did and that cannot be undone, with the queue that they paused
 * and can resume instead. Both null for nothing.
 */
export interface NextUndo {
  change: UndoableChange | null
  final: { action: ActivityAction; at: Instant; resumes: PausedQueue | null } | null
}

/** The last thing that a person did in an account and did not undo. Never an older one in its place. */
export async function nextUndo(db: Reader, person: Person): Promise<NextUndo> {
  const change = await lastChange(db, person)
  const final = await lastFinal(db, { ...person, since: change ? change.at + 1 : person.since })
  return final ? { change: null, final } : { change, final: null }
}

async function lastFinal(db: Reader, { accountId, actor, since }: Person): Promise<NextUndo['final']> {
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
  if (!row) return null
  const { action, at, subject } = row
  const isPaused =
    action === 'queue paused' && (await pausesOf(db, accountId)).some(({ line }) => line === subject)
  return { action, at, resumes: isPaused ? subject : null }
}

/** What readers see of an undo: entries appear, disappear, or read as before. */
export interface UndoEffect {
  kind: 'publish' | 'withdraw' | 'reword'
  titles: string[]
}

/** What a change did, and what readers see when it is undone; null for nothing. */
export async function describeUndo(
  db: Reader,
  accountId: string,
  changeId: string,
): Promise<{ titles: string[]; effect: UndoEffect | null }> {
  const titles = (await firstTitles(db, [changeId])).get(changeId) ?? []
  const rows = await db
    .selectFrom('bulk_change_item as item')
    .innerJoin('entry', 'entry.id', 'item.entry_id')
    .selectAll('entry')
    .select('item.entry_before')
    .where('item.change_id', '=', changeId)
    .where('item.undone_at', 'is', null)
    .where('entry.account_id', '=', accountId)
    .whereRef('entry.version', '=', 'item.entry_version')
    .orderBy('item.position')
    .execute()
  const effects: { kind: UndoEffect['kind']; title: string }[] = []
  for (const { entry_before, ...row } of rows) {
    const before: Entry | null = JSON.parse(entry_before ?? 'null')
    const kind = before && effectOf(entryFrom(row), before)
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
