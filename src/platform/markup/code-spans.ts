/**
 * Splits Markdown into text and code spans, alternately, beginning with text. A span ends at the next run of as many backticks
 * (CommonMark §6.1).
 */
export function splitAtCode(text: string): string[] {
  const parts: string[] = []
  const closing = closingRuns(text)
  const opening = /\\[\s\S]|`+/g
  let from = 0
  for (let run = opening.exec(text); run !== null; run = opening.exec(text)) {
    const end = run[0].startsWith('`') ? closing(run[0].length, run.index) : null
    if (end === null) continue
    parts.push(text.slice(from, run.index), text.slice(run.index, end))
    from = end
    opening.lastIndex = end
  }
  return [...parts, text.slice(from)]
}

/** Finds the end of the next run of this many backticks after a position. The positions that it is asked for may only grow. */
function closingRuns(text: string): (length: number, after: number) => number | null {
  const runs = Map.groupBy(text.matchAll(/`+/g), run => run[0].length)
  const next = new Map<number, number>()
  return (length, after) => {
    const same = runs.get(length) ?? []
    let at = next.get(length) ?? 0
    while (at < same.length && (same[at]?.index ?? 0) <= after) at++
    next.set(length, at)
    const found = same[at]
    return found ? found.index + length : null
  }
}
