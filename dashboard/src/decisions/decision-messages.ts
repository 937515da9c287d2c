import { bareVerbOf } from '../settings/activity/activity-sentence.ts'
import { relativeTime } from '../time.ts'

/** What was done, by the name that the server gives to the change. */
export const VERBS: Record<string, string> = {
  publish: 'published',
  unqueue: 'took out of the queue',
  withdraw: 'withdrew',
  'withdraw-alone': 'withdrew',
  place: 'placed in the edition',
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
  reword: 'had the writer reword',
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
  if (action === 'reword') return `Undone: ${undone} drafts have their earlier words again.`
  if (action === 'place') return `Undone: placed “${first}” in the edition.`
  const what = VERBS[action] ?? action
  return undone === 1 ? `Undone: ${what} “${first}”.` : `Undone for ${undone} entries: ${what}.`
}

interface Kept {
  detail: string
  /** What somebody did to it last; null where it stays for another reason. */
  since: { action: string; actorName: string | null; at: number } | null
}

/** Why an item stays as it is: "Bo dismissed this 1 minute ago." */
export const keptMessage = ({ detail, since }: Kept, now: number): string =>
  since?.actorName && /^[a-z]+$/.test(since.action)
    ? `${since.actorName} ${since.action} this ${relativeTime(since.at, now)}. Nothing was undone.`
    : detail

/** Why `z` undoes nothing: the person did nothing lately, or this, which cannot be undone. */
export const finalMessage = (action: string | undefined): string =>
  action === undefined
    ? 'There is nothing to undo.'
    : `What you did last cannot be undone: you ${bareVerbOf(action)}. Earlier decisions stay as they are; the inbox lists them under History.`
