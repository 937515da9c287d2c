import type { ActionContext } from '#accounts/activity.ts'
import type { Tx } from '#platform/db/schema.ts'
import type { Entry, PublishedEntry, QueuedEntry } from './entry.ts'

/** Who changes an entry, and the effects that the change has. */
export interface EntryContext extends ActionContext {
  effects: readonly EntryEffects[]
}

/** `entry` is the stored entry after the change, `before` the one before it. */
type Effect<E extends Entry> = (tx: Tx, context: EntryContext, entry: E, before: Entry) => Promise<void>

/**
 * What another module does when an entry changes, such as planning posts. A stored change calls at most one of these, once, in its own
 * transaction; an effect that throws rolls the change back. Effects only write to the database: a network call belongs into a job that
 * they enqueue. Entries that an import publishes become published without an effect.
 */
export type EntryEffects = Partial<{
  /** The entry was put into the queue. Another time there has no effect. */
  queued: Effect<QueuedEntry>
  /** The entry was published, or published again after it was withdrawn. */
  published: Effect<PublishedEntry>
  /** Readers no longer see the entry: it was withdrawn, or its publication was undone. */
  withdrawn: Effect<Entry>
  /** The words, kind, magnitude, set, image, language or primary pull request changed; the state did not. */
  edited: Effect<Entry>
}>
