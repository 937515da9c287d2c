/** A part of two texts: in both, or only in the earlier or the later one. */
export interface DiffPart {
  in: 'both' | 'earlier' | 'later'
  text: string
}

/** Beyond this number of edits the texts are shown as one replacement. */
const MAX_EDITS = 2_000

/** Compares two texts word by word. */
export async function diffWords(earlier: string, later: string): Promise<DiffPart[]> {
  const { diffWordsWithSpace } = await import('diff')
  const found = diffWordsWithSpace(earlier, later, { maxEditLength: MAX_EDITS })
  const parts = found ?? [
    { value: earlier, removed: true, added: false },
    { value: later, removed: false, added: true },
  ]
  return joinAdjacent(
    parts.map(({ value, added, removed }) => ({
      in: added ? 'later' : removed ? 'earlier' : 'both',
      text: value,
    })),
  )
}

/** Joins changes that only spaces separate into one. */
function joinAdjacent(parts: readonly DiffPart[]): DiffPart[] {
  const result: DiffPart[] = []
  let change = { earlier: '', later: '' }
  const close = () => {
    if (change.earlier !== '') result.push({ in: 'earlier', text: change.earlier })
    if (change.later !== '') result.push({ in: 'later', text: change.later })
    change = { earlier: '', later: '' }
  }
  for (const [at, { in: where, text }] of parts.entries()) {
    if (where !== 'both') change[where] += text
    else if (/^ +$/.test(text) && at > 0 && at < parts.length - 1) {
      change.earlier += text
      change.later += text
    } else {
      close()
      result.push({ in: where, text })
    }
  }
  close()
  return result
}

/** Formats a diff without colours, like `git diff --word-diff`: `[-removed-]{+added+}`. */
export const formatDiff = (parts: readonly DiffPart[]): string =>
  parts.map(({ in: where, text }) => MARKS[where](text)).join('')

const MARKS: Record<DiffPart['in'], (text: string) => string> = {
  both: text => text,
  earlier: text => `[-${text}-]`,
  later: text => `{+${text}+}`,
}
