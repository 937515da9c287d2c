/** A part of two texts: in both, or only in the earlier or the later one. */
export interface DiffPart {
  in: 'both' | 'earlier' | 'later'
  text: string
}

/** The time grows with the square of the number of edits. */
const LIMIT = { maxEditLength: 500 }

/** Compares two texts word by word. Texts that differ in very many words are compared line by line, or else shown as one replacement. */
export async function diffWords(earlier: string, later: string): Promise<DiffPart[]> {
  const { diffLines, diffWordsWithSpace } = await import('diff')
  const parts = diffWordsWithSpace(earlier, later, LIMIT) ??
    diffLines(earlier, later, LIMIT) ?? [
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
