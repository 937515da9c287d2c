import type { Role } from '#accounts/roles.ts'
import { KIND_FACES } from '#changelog/kind-faces.ts'
import type { ItemOutcome } from '../../../src/web/dashboard-api/actions.ts'
import type { OutputOf, Shared } from '../api/client.ts'

type DecisionName =
  | `entry ${'publish' | 'queue' | 'unqueue' | 'withdraw' | 'dismiss' | 'restore'}`
  | 'queue move'
  | 'pull classify'

/** An action on entries or pull requests that can be undone. */
export type Decision = Shared<DecisionName>

export type Outcome = ItemOutcome<OutputOf<DecisionName>>
type ChangedEntry = OutputOf<DecisionName>

/** A decision as a button: its words, and the lowest role that has it. */
export interface Offer {
  label: string
  decision: Decision
  least: Role
}

/** What can be decided about an entry. */
export const OFFERS = {
  publish: { label: 'Publish', decision: { action: 'entry publish', soon: true }, least: 'publisher' },
  publishAgain: { label: 'Publish', decision: { action: 'entry publish' }, least: 'publisher' },
  unqueue: { label: 'Unqueue', decision: { action: 'entry unqueue' }, least: 'publisher' },
  restore: { label: 'Restore', decision: { action: 'entry restore' }, least: 'writer' },
  dismiss: { label: 'Dismiss', decision: { action: 'entry dismiss' }, least: 'writer' },
  internal: {
    label: 'Not for customers',
    decision: { action: 'pull classify', visibility: 'internal' },
    least: 'writer',
  },
} as const satisfies Record<string, Offer>

/** Whether a decided row leaves the inbox. It stays if only its kind or magnitude changed. */
export const leavesInbox = (decision: Decision): boolean =>
  decision.action !== 'pull classify' || decision.visibility === 'internal'

/** An entry, or a pull request without one, and the version that the person sees. */
export interface Decidable {
  id: string
  version: number | null
  /** The title for messages, if the item has no entry. */
  title?: string
  /** `edition` for an edition. */
  origin?: string
}

/**
 * The item with the version that was seen: the newer one of the version shown and the one that this page's
 * last change made. Pull requests have no version.
 */
export const itemFrom = ({ id, version }: Decidable, versions: ReadonlyMap<string, number>) =>
  version === null ? { id } : { id, seen: Math.max(versions.get(id) ?? 0, version) }

/** The message about what a decision did. `queuedAt` formats a time; `titleOf` returns the title of an item without an entry. */
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
      ? named(oneDone(decision, first.output, queuedAt), first.output?.title ?? titleOf(first.id))
      : `${done.length} ${pluralOf(decision)}.`
  return failed.length === 0 ? what : `${what} ${failed.length} not: ${reason}`
}

/** A sentence that ends with an entry's title. */
export const named = (what: string, title = ''): string => {
  const name = title.replaceAll('`', '')
  return `${what}${name && ': '}${name}${/[.!?…]$/.test(name) ? '' : '.'}`
}

function oneDone(decision: Decision, entry: ChangedEntry, queuedAt: (at: number) => string): string {
  const time = entry?.state === 'queued' ? queuedAt(entry.queuedFor) : undefined
  switch (decision.action) {
    case 'entry publish':
      return decision.soon ? 'Goes out in 10 seconds' : 'Published again'
    case 'entry queue':
      return `${decision.free === undefined ? 'Queued for' : 'Moved to'} ${time}`
    case 'queue move':
      return `Moved to ${time}`
    case 'entry unqueue':
      return time === undefined ? 'Back among the drafts' : `Queued for ${time}`
    case 'entry withdraw':
      return 'Withdrawn'
    case 'entry dismiss':
      return 'Dismissed'
    case 'entry restore':
      return 'Restored as a draft'
    case 'pull classify':
      return classified(decision)
  }
}

function classified({ visibility, kind, magnitude }: Extract<Decision, { action: 'pull classify' }>): string {
  if (visibility === 'internal') return 'Marked as not for customers'
  if (visibility) return 'Marked as for customers'
  return kind ? `Kind is now “${KIND_FACES[kind].word}”` : `Magnitude is now ${magnitude}`
}

function pluralOf(decision: Decision): string {
  if (decision.action === 'entry queue' || decision.action === 'queue move') return 'entries queued'
  if (decision.action === 'entry publish') return 'entries go out in 10 seconds'
  if (decision.action === 'entry dismiss') return 'entries dismissed'
  const isInternal = decision.action === 'pull classify' && decision.visibility === 'internal'
  return isInternal ? 'marked as not for customers' : 'entries changed'
}
