import { KINDS } from '../kinds.ts'
import { slotTime } from '../time.ts'
import type { ChangedEntry, Decision, Outcome } from './decisions.ts'

/** What was done, by the name that the server gives to the change. */
export const VERBS: Record<string, string> = {
  publish: 'published',
  unqueue: 'took out of the queue',
  withdraw: 'withdrew',
  republish: 'published again',
  dismiss: 'dismissed',
  restore: 'restored',
  classify: 'reclassified',
  set: 'filed under another set',
  queue: 'queued',
  move: 'moved in the queue',
  group: 'grouped drafts into',
  words: 'reworded',
  edit: 'edited',
}

/** What an undo did, by name. `kept` says why items stay as they are. */
export function undoneMessage(
  { action, titles, items }: { action: string; titles: readonly string[]; items: number },
  undone: number,
  kept: string | undefined,
): string {
  const [first = ''] = titles
  if (kept !== undefined)
    return undone === 0 ? `“${first}”: ${kept}` : `Undone ${undone} of ${items}. ${kept}`
  if (action === 'group') return `Ungrouped “${first}”: ${undone} drafts are back.`
  const what = VERBS[action] ?? action
  return undone === 1 ? `Undone: ${what} “${first}”.` : `Undone for ${undone} entries: ${what}.`
}

/** Why `z` undoes nothing: the person did nothing lately, or this, which cannot be undone. */
export const finalMessage = (action: string | undefined): string =>
  action === undefined
    ? 'There is nothing to undo.'
    : `What you did last cannot be undone: ${action}. Earlier decisions stay as they are; the inbox lists them under History.`

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
