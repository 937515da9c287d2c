import { KINDS } from '../kinds.ts'
import { slotTime } from '../time.ts'
import type { ChangedEntry, Decision, Outcome } from './decisions.ts'

export const undoneMessage = (count: number): string =>
  count === 1 ? 'Undone.' : `Undone for ${count} entries.`

/** What a decision did, for the toast. */
export function messageFor(decision: Decision, outcomes: readonly Outcome[], timeZone: string): string {
  const done = outcomes.filter(one => one.outcome === 'done')
  const failed = outcomes.filter(one => one.outcome === 'failed')
  const reason = failed[0]?.detail ?? ''
  if (done.length === 0) return reason
  const what =
    done.length === 1
      ? oneMessage(decision, done[0]?.entry ?? null, timeZone)
      : `${done.length} ${pluralOf(decision)}.`
  return failed.length === 0 ? what : `${what} ${failed.length} not: ${reason}`
}

function oneMessage(decision: Decision, entry: ChangedEntry, timeZone: string): string {
  if (decision.queue !== undefined && entry?.queuedFor !== undefined)
    return `${typeof decision.queue === 'object' ? 'Moved to' : 'Queued for'} ${slotTime(entry.queuedFor, Date.now(), timeZone)}.`
  const { classification, transition } = decision
  if (transition === 'publish') return 'Goes out in 10 seconds.'
  if (transition === 'unqueue') return 'Back among the drafts.'
  if (transition === 'withdraw') return 'Withdrawn.'
  if (transition === 'republish') return 'Published again.'
  if (transition === 'dismiss') return 'Dismissed.'
  if (transition === 'restore') return 'Restored as a draft.'
  if (classification?.visibility === 'internal') return 'Marked as not for customers.'
  if (classification?.visibility) return 'Marked as for customers.'
  if (classification?.kind) return `Kind is now ${KINDS[classification.kind].label.toLowerCase()}.`
  if (classification?.magnitude) return `Magnitude is now ${classification.magnitude}.`
  return 'Done.'
}

function pluralOf({ transition, classification, queue }: Decision): string {
  if (queue !== undefined) return 'entries queued'
  if (transition === 'publish') return 'entries go out in 10 seconds'
  if (transition === 'dismiss') return 'entries dismissed'
  return classification?.visibility === 'internal' ? 'marked as not for customers' : 'entries changed'
}
