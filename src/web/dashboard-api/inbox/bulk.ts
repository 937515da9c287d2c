import { Hono } from 'hono'
import { z } from 'zod'
import { lockAccount } from '#accounts/account.ts'
import { type Role, requireAtLeast } from '#accounts/members.ts'
import { editEntry } from '#changelog/entries/edit.ts'
import { type Entry, requireState } from '#changelog/entries/entry.ts'
import type { EntryContext } from '#changelog/entries/entry-effects.ts'
import { entryIfUnchanged } from '#changelog/entries/store.ts'
import { dismissEntry, publishEntry, restoreEntry, withdrawEntry } from '#changelog/entries/transitions.ts'
import { type BulkChange, recordItem } from '#changelog/inbox/changes.ts'
import {
  entriesInSlots,
  moveInQueue,
  publishSoon,
  type QueueTime,
  queueEntry,
  requeueEntry,
  unqueueEntry,
} from '#changelog/publishing/queue.ts'
import { KINDS, MAGNITUDES, VISIBILITIES } from '#judgement/classification/classification.ts'
import type { Override } from '#pipeline/judging/overrides.ts'
import type { Database } from '#platform/db/database.ts'
import type { Tx } from '#platform/db/schema.ts'
import { AppError, type ErrorCode } from '#platform/errors.ts'
import { pullsById } from '#pulls/pull-requests.ts'
import type { WebContext } from '#web/context.ts'
import { jsonBody } from '#web/request-bodies.ts'
import type { SessionEnv } from '#web/session-guard.ts'
import { type AccountAccess, authorize, briefJson, roleToChange, seen } from '../authorize.ts'
import { requireLine, unknownPull } from '../entries/pulls.ts'
import { reclassify } from '../entries/reclassify.ts'

const MOST_ITEMS = 200
const LATEST = 253_402_300_799_999

interface Transition {
  least(entry: Entry): Role
  make(tx: Tx, context: EntryContext, entry: Entry): Promise<Entry>
}

const publisher = (): Role => 'publisher'

const TRANSITIONS = {
  /** In ten seconds; until then it can be undone. */
  publish: { least: publisher, make: (tx, context, { id }) => publishSoon(tx, context, id) },
  unqueue: { least: publisher, make: (tx, context, { id }) => unqueueEntry(tx, context, id) },
  withdraw: { least: publisher, make: (tx, context, { id }) => withdrawEntry(tx, context, id) },
  republish: {
    least: publisher,
    make: (tx, context, entry) =>
      publishEntry(tx, context, requireState(entry, 'published again', 'withdrawn').id),
  },
  dismiss: { least: roleToChange, make: (tx, context, { id }) => dismissEntry(tx, context, id) },
  restore: { least: roleToChange, make: (tx, context, { id }) => restoreEntry(tx, context, id) },
} satisfies Record<string, Transition>

const item = z.object({
  /** Of an entry, or of an undecided pull request. */
  id: z.uuid(),
  /** The version of the entry; pull requests have none. */
  seen: seen.optional(),
})
type Item = z.output<typeof item>

const moment = z.int().min(0).max(LATEST)

/** One of the four, and what it is asked of. */
const input = z
  .object({
    transition: z.enum(Object.keys(TRANSITIONS) as (keyof typeof TRANSITIONS)[]).optional(),
    classification: z
      .object({
        visibility: z.enum(VISIBILITIES).optional(),
        kind: z.enum(KINDS).optional(),
        magnitude: z.enum(MAGNITUDES).optional(),
      })
      .optional(),
    /** Null: under no set. */
    set: z.uuid().nullable().optional(),
    /**
     * Milliseconds since 1970, a certain free slot, or the next free one. `before` moves one entry in front of another that is in a
     * slot of the same queue, or to the end (null); the entries between them move by one slot.
     */
    queue: z
      .union([
        moment,
        z.literal('next'),
        z.strictObject({ slot: moment }),
        z.strictObject({ before: z.uuid().nullable() }),
      ])
      .optional(),
    items: z.array(item).min(1).max(MOST_ITEMS),
  })
  .refine(
    ({ transition, classification, set, queue }) =>
      [transition, classification, set, queue].filter(one => one !== undefined).length === 1,
    { error: 'Give one of transition, classification, set and queue.' },
  )
  .refine(({ queue, items }) => !isMove(queue) || items.length === 1, {
    error: 'Move one entry at a time.',
  })
type Input = z.output<typeof input>

const isMove = (queue: unknown): queue is { before: string | null } =>
  typeof queue === 'object' && queue !== null && 'before' in queue

/** What became of one item. */
export type BulkOutcome = { id: string } & (
  | { outcome: 'done'; entry: ReturnType<typeof briefJson> | null }
  | { outcome: 'failed'; code: ErrorCode; detail: string }
)

/** Changes up to 200 items, each in a transaction of its own, under one change id with which all of them can be undone. */
export function bulk(web: WebContext) {
  return new Hono<SessionEnv>().post('/accounts/:account/bulk', jsonBody(input), async c => {
    const who = await authorize(web, c, 'writer')
    const asked = c.req.valid('json')
    const change = { id: web.dashboard.ids.next(), accountId: who.accountId, action: nameOf(asked) }
    const worker = new BulkWorker(web, who, asked, change)
    const outcomes: BulkOutcome[] = []
    for (const [position, one] of asked.items.entries()) outcomes.push(await worker.apply(one, position))
    return c.json({ change: change.id, outcomes })
  })
}

function nameOf({ transition, classification, set, queue }: Input): string {
  if (transition) return transition
  if (classification) return 'classify'
  if (set !== undefined) return 'set'
  return isMove(queue) ? 'move' : 'queue'
}

/** Applies one change to items, one after the other. */
class BulkWorker {
  readonly #web: WebContext
  readonly #db: Database
  readonly #who: AccountAccess
  readonly #input: Input
  readonly #change: BulkChange

  constructor(web: WebContext, who: AccountAccess, input: Input, change: BulkChange) {
    this.#web = web
    this.#db = web.db
    this.#who = who
    this.#input = input
    this.#change = change
  }

  /** Reports expected errors as the outcome; anything else is thrown. */
  async apply({ id, seen }: Item, position: number): Promise<BulkOutcome> {
    try {
      const entry = this.#input.classification
        ? await this.#classify(this.#input.classification, { id, seen }, position)
        : await this.#db.write(tx => this.#changeEntry(tx, { id, seen }, position))
      return { id, outcome: 'done', entry: entry && briefJson(entry) }
    } catch (error) {
      if (!(error instanceof AppError) || error.code === 'unavailable') throw error
      return { id, outcome: 'failed', code: error.code, detail: error.publicMessage }
    }
  }

  async #changeEntry(tx: Tx, { id, seen }: Item, position: number): Promise<Entry> {
    const before = await entryIfUnchanged(tx, id, { seen, accountId: this.#who.accountId })
    const { queue } = this.#input
    if (isMove(queue)) return this.#move(tx, before, queue.before)
    const after = await this.#changed(tx, before, queue)
    const item = { itemId: id, position, before: { entry: before }, after: { entry: after } }
    await recordItem(tx, this.#who.action, this.#change, item)
    return after
  }

  /** Records every entry that the move gave another slot, so that undoing it moves all of them back. */
  async #move(tx: Tx, entry: Entry, to: string | null): Promise<Entry> {
    const { action, membership, accountId } = this.#who
    requireAtLeast(membership, 'publisher')
    await lockAccount(tx, accountId)
    const earlier = new Map((await entriesInSlots(tx, entry)).map(one => [one.id, one]))
    const moved = await moveInQueue(tx, action, entry.id, to, { accountId })
    for (const [position, after] of moved.entries()) {
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
    const { action, membership } = this.#who
    const { id } = before
    if (transition !== undefined) {
      requireAtLeast(membership, TRANSITIONS[transition].least(before))
      return TRANSITIONS[transition].make(tx, action, before)
    }
    if (queue !== undefined) {
      requireAtLeast(membership, 'publisher')
      const place = before.state === 'queued' ? requeueEntry : queueEntry
      return place(tx, action, id, { at: queue })
    }
    requireAtLeast(membership, roleToChange(before))
    return editEntry(tx, action, id, { setId: set ?? null })
  }

  /** The editor works in another thread, so it is asked before the transaction. */
  async #classify(input: Override, { id, seen }: Item, position: number): Promise<Entry | null> {
    const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
    const pullId = await this.#pullOf(id)
    const pull = (await pullsById(this.#db.read, [pullId])).get(pullId)
    if (!pull) throw unknownPull()
    const editor = await this.#web.dashboard.editorFor(pull)
    return this.#db.write(async tx => {
      const asked = { id: pullId, override: given as Override, seen }
      const { before, after } = await reclassify(tx, this.#who, editor, asked)
      await recordItem(tx, this.#who.action, this.#change, { itemId: id, position, before, after })
      return after.entry
    })
  }

  /** The primary pull request of the entry with this id, or the pull request with this id. */
  async #pullOf(id: string): Promise<string> {
    const { accountId } = this.#who
    const entry = await this.#db.read
      .selectFrom('entry')
      .select('primary_pull_request_id')
      .where('id', '=', id)
      .where('account_id', '=', accountId)
      .executeTakeFirst()
    const pullId = entry ? entry.primary_pull_request_id : id
    if (pullId === null) throw new AppError('conflict', 'This entry covers no pull request to classify.')
    return (await requireLine(this.#db.read, accountId, pullId)).id
  }
}
