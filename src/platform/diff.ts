/** A stretch of text that both have, or only the earlier or the later one. */
export interface DiffPart {
  in: 'both' | 'earlier' | 'later'
  text: string
}

/** More edits than these are a new text; then one is shown in place of the other. */
const MOST_EDITS = 2_000

/** Word by word, so that a person sees what another text would change. */
export async function diffWords(earlier: string, later: string): Promise<DiffPart[]> {
  const { diffWordsWithSpace } = await import('diff')
  const found = diffWordsWithSpace(earlier, later, { maxEditLength: MOST_EDITS })
  const parts = found ?? [
    { value: earlier, removed: true, added: false },
    { value: later, removed: false, added: true },
  ]
  return joined(
    parts.map(({ value, added, removed }) => ({
      in: added ? 'later' : removed ? 'earlier' : 'both',
      text: value,
    })),
  )
}

/** Words that change side by side are one change, with the space between them. */
function joined(stretches: readonly DiffPart[]): DiffPart[] {
  const whole: DiffPart[] = []
  let change = { earlier: '', later: '' }
  const close = () => {
    if (change.earlier !== '') whole.push({ in: 'earlier', text: change.earlier })
    if (change.later !== '') whole.push({ in: 'later', text: change.later })
    change = { earlier: '', later: '' }
  }
  for (const [at, { in: where, text }] of stretches.entries()) {
    if (where !== 'both') change[where] += text
    else if (/^ +$/.test(text) && at > 0 && at < stretches.length - 1) {
      change.earlier += text
      change.later += text
    } else {
      close()
      whole.push({ in: where, text })
    }
  }
  close()
  return whole
}

/** On one line or several, for a terminal without colours: `[-gone-]{+new+}`. */
export const formatDiff = (stretches: readonly DiffPart[]): string =>
  stretches.map(({ in: where, text }) => MARKS[where](text)).join('')

const MARKS: Record<DiffPart['in'], (text: string) => string> = {
  both: text => text,
  earlier: text => `[-${text}-]`,
  later: text => `{+${text}+}`,
}
