import type { ActivityAction } from '../../../src/accounts/activity-actions.ts'
import { bareVerbOf, verbOf } from '../settings/activity/activity-names.ts'
import { relativeTime } from '../time.ts'

interface Undone {
  action: ActivityAction
  actor: string
  titles: readonly string[]
  items: number
}

/** The message about what an undo did, with the names of items. `kept` says why items stay as they are. */
export function undoneMessage(
  { action, actor, titles, items }: Undone,
  undone: number,
  kept: string | undefined,
): string {
  const [first = ''] = titles
  if (kept !== undefined)
    return undone === 0 ? `“${first}”: ${kept}` : `Undone ${undone} of ${items}. ${kept}`
  if (action === 'grouped') return `Ungrouped “${first}”: ${undone} drafts are back.`
  if (action === 'worded anew') return `Undone: ${undone} drafts have their earlier words back.`
  const by = actor === 'command-line' ? ' by command' : ''
  return undone === 1
    ? `Undone: ${verbOf(action)} “${first}”${by}.`
    : `Undone for ${undone} entries: ${bareVerbOf(action)}${by}.`
}

interface Kept {
  detail: string
  /** What somebody did last to the item; null if it stays for another reason. */
  since: { action: string; actorName: string | null; at: number } | null
}

/** Why an item stays as it is, such as "Bo dismissed this 1 minute ago." */
export const keptMessage = ({ detail, since }: Kept, now: number): string =>
  since?.actorName && /^[a-z]+$/.test(since.action)
    ? `${since.actorName} ${since.action} this ${relativeTime(since.at, now)}. Nothing was undone.`
    : detail

/** Why `z` undoes nothing: the person did nothing lately, or did this last, which cannot be undone. */
export const finalMessage = (action: string | undefined): string =>
  action === undefined
    ? 'Nothing that you did in the last hour is left to undo.'
    : `What you did last cannot be undone: you ${bareVerbOf(action)}. Earlier decisions stay as they are; the history lists them.`
