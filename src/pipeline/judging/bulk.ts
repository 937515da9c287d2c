import { type Membership, requireAtLeast } from '#accounts/members.ts'
import type { Role } from '#accounts/roles.ts'
import { withdrawAlone } from '#changelog/editions/publish.ts'
import { editEntry } from '#changelog/entries/edit.ts'
import { type Entry, requireState, roleToChange } from '#changelog/entries/entry.ts'
import type { EntryContext } from '#changelog/entries/entry-effects.ts'
import { entryIfUnchanged, lastDroppedEntry, liveEntriesOf } from '#changelog/entries/store.ts'
import { dismissEntry, publishEntry, restoreEntry, withdrawEntry } from '#changelog/entries/transitions.ts'
import { takeOut } from '#changelog/inbox/undo.ts'
import {
  moveInQueue,
  publishSoon,
  type QueueTime,
  queueEntry,
  requeueEntry,
} from '#changelog/publishing/queue.ts'
import type { Database } from '#platform/db/database.ts'
import type { Tx } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import { pullsById } from '#pulls/pull-requests.ts'
import type { OverrideEditor } from './editor.ts'
import { type Override, overrideClassification, pullNotFound } from './overrides.ts'

interface Transition {
  least(entry: Entry): Role
  /** Throws `conflict` where the entry is not at this version any more. */
  make(tx: Tx, context: EntryContext, entry: Entry): Promise<Entry>
}

const publisher = (): Role => 'publisher'

/** The transitions that a member may ask for, and the role that each takes. */
export const TRANSITIONS = {
  /** Publishes the items in ten seconds; until then that can be undone. */
  publish: {
    least: publisher,
    make: (tx, context, { id, version: seen }) => publishSoon(tx, context, id, { seen }),
  },
  unqueue: { least: publisher, make: takeOut },
  withdraw: {
    least: publisher,
    make: (tx, context, { id, version: seen }) => withdrawEntry(tx, context, id, { seen }),
  },
  /** An edition without its entries, which become entries by themselves. */
  'withdraw-alone': {
    least: publisher,
    make: (tx, context, { id, version: seen }) => withdrawAlone(tx, context, id, { seen }),
  },
  republish: {
    least: publisher,
    make: (tx, context, entry) =>
      publishEntry(tx, context, requireState(entry, 'published again', 'withdrawn').id, {
        seen: entry.version,
      }),
  },
  dismiss: {
    least: roleToChange,
    make: (tx, context, { id, version: seen }) => dismissEntry(tx, context, id, { seen }),
  },
  restore: {
    least: roleToChange,
    make: (tx, context, { id, version: seen }) => restoreEntry(tx, context, id, { seen }),
  },
} satisfies Record<string, Transition>

export type TransitionName = keyof typeof TRANSITIONS

/** What is asked of each item: exactly one of the four. */
export interface BulkInput {
  transition?: TransitionName | undefined
  classification?: Override | undefined
  /** Null: under no set. */
  set?: string | null | undefined
  queue?: QueueTime | { before: string | null } | undefined
}

/** An entry, with the version that the member saw, or a pull request without one. */
export interface BulkItem {
  id: string
  seen?: number | undefined
}

/** In whose name items are changed, and what overriding a classification takes. */
export interface BulkContext {
  db: Database
  membership: Membership
  accountId: string
  action: EntryContext
  editorFor(pull: MergedPull): Promise<OverrideEditor>
}

export const isMove = (queue: unknown): queue is { before: string | null } =>
  typeof queue === 'object' && queue !== null && 'before' in queue

/** Applies one change to an item. Gives its entry, if it has one then. Throws `AppError` for what cannot be done. */
export function changeItem(context: BulkContext, input: BulkInput, item: BulkItem): Promise<Entry | null> {
  return input.classification
    ? classify(context, input.classification, item)
    : context.db.write(tx => changeEntry(tx, context, input, item))
}

async function changeEntry(
  tx: Tx,
  { accountId, membership, action }: BulkContext,
  { transition, queue, set }: BulkInput,
  { id, seen }: BulkItem,
): Promise<Entry> {
  const before = await entryIfUnchanged(tx, id, { seen, accountId })
  const { version } = before
  if (transition !== undefined) {
    requireAtLeast(membership, TRANSITIONS[transition].least(before))
    return TRANSITIONS[transition].make(tx, action, before)
  }
  if (queue === undefined) {
    requireAtLeast(membership, roleToChange(before))
    return editEntry(tx, action, id, { setId: set ?? null }, { seen: version })
  }
  requireAtLeast(membership, 'publisher')
  if (isMove(queue)) {
    const moved = await moveInQueue(tx, action, id, queue.before, { accountId, seen: version })
    return moved.find(one => one.id === id) ?? before
  }
  const place = before.state === 'queued' ? requeueEntry : queueEntry
  return place(tx, action, id, { at: queue, seen: version })
}

/** Overrides a classification. The entry follows, so the member needs the role to change that. */
async function classify(
  context: BulkContext,
  input: Override,
  { id, seen }: BulkItem,
): Promise<Entry | null> {
  const { db, accountId, membership, action } = context
  const override = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
  const pullId = await pullOf(context, id)
  const pull = (await pullsById(db.read, [pullId])).get(pullId)
  if (!pull) throw pullNotFound(pullId)
  // The editor works in another thread, so it is asked before the transaction.
  const editor = await context.editorFor(pull)
  return db.write(async tx => {
    const live = (await liveEntriesOf(tx, [pullId])).get(pullId)
    if (live) requireAtLeast(membership, roleToChange(live))
    await overrideClassification(tx, action, editor, pullId, override, { accountId, seen })
    const after = (await liveEntriesOf(tx, [pullId])).get(pullId)
    return after ?? (await lastDroppedEntry(tx, pullId)) ?? null
  })
}

/** The primary pull request of the entry with this id, or the pull request with this id. */
async function pullOf({ accountId, db }: BulkContext, id: string): Promise<string> {
  const entry = await db.read
    .selectFrom('entry')
    .select('primary_pull_request_id')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  const pullId = entry ? entry.primary_pull_request_id : id
  if (pullId === null) throw new AppError('conflict', 'This entry covers no pull request to classify.')
  return pullId
}
