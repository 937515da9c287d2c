import type { InferRequestType, InferResponseType } from 'hono/client'
import { KIND_FACES } from '#changelog/kind-faces.ts'
import type { api } from '../api/client.ts'

type Bulk = (typeof api.accounts)[':account']['bulk']['$post']

/** A decision about items: a transition, a classification, or a time in the queue. */
export type Decision = Omit<InferRequestType<Bulk>['json'], 'items'>

export type Outcome = InferResponseType<Bulk, 200>['outcomes'][number]
export type ChangedEntry = Extract<Outcome, { outcome: 'done' }>['entry']

/** Whether a decided row leaves the inbox. A changed kind or magnitude keeps it there. */
export const leavesInbox = ({ classification }: Decision): boolean =>
  classification === undefined || classification.visibility === 'internal'

/** `left`: the rows were decided about. `stayed`: the server refused, or it was undone. `reread`: the list is a new one. */
type GoneAction = { type: 'left' | 'stayed'; ids: readonly string[] } | { type: 'reread' }

/** The rows that are hidden because they were decided about. */
export function goneAfter(gone: ReadonlySet<string>, action: GoneAction): ReadonlySet<string> {
  if (action.type === 'reread') return new Set()
  const ids = new Set(action.ids)
  return action.type === 'left' ? gone.union(ids) : gone.difference(ids)
}

/** An entry, or a pull request without one, and the version that the person sees. */
export interface Decidable {
  id: string
  version: number | null
  /** For the message, where the item has no entry. */
  title?: string
}

/** A version that this page made itself is newer than the one that it shows. */
export const itemFrom = ({ id, version }: Decidable, versions: ReadonlyMap<string, number>) => {
  const seen = Math.max(versions.get(id) ?? 0, version ?? 0)
  return { id, ...(seen > 0 && { seen }) }
}

/** What a decision did, for the toast. `queuedAt` writes a time, `titleOf` the title of an item without an entry. */
export function messageFor(
  decision: Decision,
  outcomes: readonly Outcome[],
  { queuedAt, titleOf }: { queuedAt: (at: number) => string; titleOf: (id: string) => string | undefined },
): string {
  const done = outcomes.filter(one => one.outcome === 'done')
  const failed = outcomes.filter(one => one.outcome === 'failed')
  const [first] = done
  const reason = failed[0]?.detail ?? ''
  if (first === undefined) return reason
  const what =
    done.length === 1
      ? named(oneDone(decision, first.entry, queuedAt), first.entry?.title ?? titleOf(first.id))
      : `${done.length} ${pluralOf(decision)}.`
  return failed.length === 0 ? what : `${what} ${failed.length} not: ${reason}`
}

/** A sentence that ends with the title of an entry. */
export const named = (what: string, title = ''): string => {
  const name = title.replaceAll('`', '')
  return `${what}${name && ': '}${name}${/[.!?…]$/.test(name) ? '' : '.'}`
}

function oneDone(decision: Decision, entry: ChangedEntry, queuedAt: (at: number) => string): string {
  if (decision.queue !== undefined && entry?.queuedFor !== undefined)
    return `${typeof decision.queue === 'object' ? 'Moved to' : 'Queued for'} ${queuedAt(entry.queuedFor)}`
  const { classification, transition } = decision
  if (transition === 'publish') return 'Goes out in 10 seconds'
  if (transition === 'unqueue')
    return entry?.queuedFor === undefined
      ? 'Back among the drafts'
      : `Queued for ${queuedAt(entry.queuedFor)}`
  if (transition === 'withdraw' || transition === 'withdraw-alone') return 'Withdrawn'
  if (transition === 'republish') return 'Published again'
  if (transition === 'dismiss') return 'Dismissed'
  if (transition === 'restore') return 'Restored as a draft'
  if (classification?.visibility === 'internal') return 'Marked as not for customers'
  if (classification?.visibility) return 'Marked as for customers'
  if (classification?.kind) return `Kind is now “${KIND_FACES[classification.kind].word}”`
  if (classification?.magnitude) return `Magnitude is now ${classification.magnitude}`
  return 'Done'
}

function pluralOf({ transition, classification, queue }: Decision): string {
  if (queue !== undefined) return 'entries queued'
  if (transition === 'publish') return 'entries go out in 10 seconds'
  if (transition === 'dismiss') return 'entries dismissed'
  return classification?.visibility === 'internal' ? 'marked as not for customers' : 'entries changed'
}
