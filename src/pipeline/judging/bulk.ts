import { lockAccount } from '#accounts/account.ts'
import { type Membership, requireAtLeast } from '#accounts/members.ts'
import type { Role } from '#accounts/roles.ts'
import { itemsIn } from '#changelog/editions/items.ts'
import { releaseItems } from '#changelog/editions/publish.ts'
import { editEntry } from '#changelog/entries/edit.ts'
import { type Entry, requireState, roleToChange } from '#changelog/entries/entry.ts'
import type { EntryContext } from '#changelog/entries/entry-effects.ts'
import { entryIfUnchanged, lastDroppedEntry, liveEntriesOf } from '#changelog/entries/store.ts'
import { dismissEntry, publishEntry, restoreEntry, withdrawEntry } from '#changelog/entries/transitions.ts'
import { type BulkChange, type ItemState, recordItem } from '#changelog/inbox/changes.ts'
import { takeOut } from '#changelog/inbox/undo.ts'
import {
  entriesInSlots,
  moveInQueue,
  publishSoon,
  type QueueTime,
  queueEntry,
  requeueEntry,
} from '#changelog/publishing/queue.ts'
import { standingDecisions } from '#judgement/classification/decisions.ts'
import type { Database } from '#platform/db/database.ts'
import type { Tx } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'
import { withTurns } from '#platform/iterables.ts'
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
  /** In ten seconds; until then it can be undone. */
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
    make: async (tx, context, { id, version: seen }) => {
      await releaseItems(tx, context, id)
      return withdrawEntry(tx, context, id, { seen })
    },
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

/** What the change is called in the list of changes. */
export function bulkName({ transition, classification, set, queue }: BulkInput): string {
  if (transition) return transition
  if (classification) return 'classify'
  if (set !== undefined) return 'set'
  return isMove(queue) ? 'move' : 'queue'
}

/** Applies one change to items, one after the other. */
export class BulkWorker {
  readonly #context: BulkContext
  readonly #input: BulkInput
  readonly #change: BulkChange

  constructor(context: BulkContext, input: BulkInput, change: BulkChange) {
    this.#context = context
    this.#input = input
    this.#change = change
  }

  /** Changes one item in a transaction of its own; gives its entry, if it has one then. Throws `AppError` for what cannot be done. */
  apply(item: BulkItem, position: number): Promise<Entry | null> {
    return this.#input.classification
      ? this.#classify(this.#input.classification, item, position)
      : this.#context.db.write(tx => this.#changeEntry(tx, item, position))
  }

  async #changeEntry(tx: Tx, { id, seen }: BulkItem, position: number): Promise<Entry> {
    const before = await entryIfUnchanged(tx, id, { seen, accountId: this.#context.accountId })
    const { queue } = this.#input
    if (isMove(queue)) return this.#move(tx, before, queue.before)
    const released = this.#input.transition === 'withdraw-alone' ? await itemsIn(tx, id, 'published') : []
    const after = await this.#changed(tx, before, queue)
    const changed = [
      [before, after] as const,
      ...released.map(one => [one, { ...one, edition: null }] as const),
    ]
    for await (const [at, [entry, then]] of withTurns(changed.entries())) {
      const item = { itemId: entry.id, position: position + at, before: { entry }, after: { entry: then } }
      await recordItem(tx, this.#context.action, this.#change, item)
    }
    return after
  }

  /** Records every entry that the move gave another slot, so that undoing it moves all of them back. */
  async #move(tx: Tx, entry: Entry, to: string | null): Promise<Entry> {
    const { action, membership, accountId } = this.#context
    requireAtLeast(membership, 'publisher')
    await lockAccount(tx, accountId)
    const earlier = new Map((await entriesInSlots(tx, entry)).map(one => [one.id, one]))
    const moved = await moveInQueue(tx, action, entry.id, to, { accountId, seen: entry.version })
    for await (const [position, after] of withTurns(moved.entries())) {
      const before = { entry: earlier.get(after.id) ?? null }
      await recordItem(tx, action, this.#change, {
        itemId: after.id,
        position,
        before,
        after: { entry: after },
      })
    }
    return moved.find(({ id }) => id === entry.id) ?? entry
  }

  #changed(tx: Tx, before: Entry, queue: QueueTime | undefined): Promise<Entry> {
    const { transition, set } = this.#input
    const { action, membership } = this.#context
    const { id, version: seen } = before
    if (transition !== undefined) {
      requireAtLeast(membership, TRANSITIONS[transition].least(before))
      return TRANSITIONS[transition].make(tx, action, before)
    }
    if (queue !== undefined) {
      requireAtLeast(membership, 'publisher')
      const place = before.state === 'queued' ? requeueEntry : queueEntry
      return place(tx, action, id, { at: queue, seen })
    }
    requireAtLeast(membership, roleToChange(before))
    return editEntry(tx, action, id, { setId: set ?? null }, { seen })
  }

  /** The editor works in another thread, so it is asked before the transaction. */
  async #classify(input: Override, { id, seen }: BulkItem, position: number): Promise<Entry | null> {
    const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
    const pullId = await this.#pullOf(id)
    const pull = (await pullsById(this.#context.db.read, [pullId])).get(pullId)
    if (!pull) throw pullNotFound(pullId)
    const editor = await this.#context.editorFor(pull)
    return this.#context.db.write(async tx => {
      const asked = { id: pullId, override: given as Override, seen }
      const { before, after } = await reclassify(tx, this.#context, editor, asked)
      await recordItem(tx, this.#context.action, this.#change, { itemId: id, position, before, after })
      return after.entry
    })
  }

  /** The primary pull request of the entry with this id, or the pull request with this id. */
  async #pullOf(id: string): Promise<string> {
    const { accountId, db } = this.#context
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
}

/** A person's decision about a pull request, with the version of its entry that they saw, where it has one. */
interface Reclassification {
  id: string
  override: Override
  seen: number | undefined
}

/** Overrides a classification. The entry follows, so the member needs the role to change that. */
async function reclassify(
  tx: Tx,
  { membership, accountId, action }: BulkContext,
  editor: OverrideEditor,
  { id, override, seen }: Reclassification,
) {
  const live = (await liveEntriesOf(tx, [id])).get(id)
  if (live) requireAtLeast(membership, roleToChange(live))
  const before = await stateOf(tx, id)
  await overrideClassification(tx, action, editor, id, override, { accountId, seen })
  return { before, after: await stateOf(tx, id) }
}

async function stateOf(tx: Tx, pullRequestId: string): Promise<ItemState> {
  const live = (await liveEntriesOf(tx, [pullRequestId])).get(pullRequestId)
  const decisionId = (await standingDecisions(tx, [pullRequestId])).get(pullRequestId)?.id ?? null
  return {
    entry: live ?? (await lastDroppedEntry(tx, pullRequestId)) ?? null,
    decision: { pullRequestId, decisionId },
  }
}
