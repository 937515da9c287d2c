import { ask } from '../parts/overlay/confirm.tsx'
import type { InboxRow } from './queries.ts'

/** The most entries that are published without a question. */
const UNASKED = 5

/** Asks before many entries are published at once, or any whose words say too little: `thin` is how many need words. */
export async function sureToPublish(
  rows: readonly InboxRow[],
  thin: number,
  edit: () => void,
): Promise<boolean> {
  const title = rows[0]?.title ?? ''
  if (rows.length <= UNASKED && thin === 0) return true
  if (rows.length === 1)
    return ask({
      title: 'Publish it as it is?',
      verb: 'Publish',
      variant: 'secondary',
      other: { label: 'Edit', run: edit },
      text: `“${title}” needs words: it may tell customers too little. It goes out in 10 seconds. Until then, undo takes it back.`,
    })
  return ask({
    title: `Publish ${rows.length} entries?`,
    verb: `Publish ${rows.length}`,
    variant: thin > 0 ? 'secondary' : 'primary',
    text: `${thin > 0 ? `${thin} of them ${thin === 1 ? 'needs' : 'need'} words. ` : ''}“${title}” and ${rows.length - 1} more go out in 10 seconds, dated today. Until then, undo takes all of them back.`,
  })
}
