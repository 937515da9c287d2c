/** A stretch of text that both have, or only the earlier or the later one. */
export interface Stretch {
  in: 'both' | 'earlier' | 'later'
  text: string
}

/** More edits than these are a new text; then one is shown in place of the other. */
const MOST_EDITS = 2_000

/** Word by word, so that a person sees what another text would change. */
export async function differenceOf(earlier: string, later: string): Promise<Stretch[]> {
  const { diffWordsWithSpace } = await import('diff')
  const found = diffWordsWithSpace(earlier, later, { maxEditLength: MOST_EDITS })
  const parts = found ?? [
    { value: earlier, removed: true, added: false },
    { value: later, removed: false, added: true },
  ]
  return parts
    .filter(part => part.value !== '')
    .map(({ value, added, removed }) => ({ in: added ? 'later' : removed ? 'earlier' : 'both', text: value }))
}

/** On one line or several, for a terminal without colours: `[-gone-]{+new+}`. */
export const markedUp = (stretches: readonly Stretch[]): string =>
  stretches.map(({ in: where, text }) => MARKS[where](text)).join('')

const MARKS: Record<Stretch['in'], (text: string) => string> = {
  both: text => text,
  earlier: text => `[-${text}-]`,
  later: text => `{+${text}+}`,
}
