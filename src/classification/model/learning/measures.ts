interface Answered {
  repo: string
  target: number
  answer: boolean
}

/** With fewer rows of either answer a repository is not measured. */
const FEWEST = 20

interface Counts {
  hits: number
  misses: number
  alarms: number
  passes: number
}

function countsOf(rows: readonly Answered[]): Counts {
  const count = (target: number, answer: boolean) =>
    rows.filter(row => row.target === target && row.answer === answer).length
  return { hits: count(1, true), misses: count(1, false), alarms: count(0, true), passes: count(0, false) }
}

/** The mean over repositories that have enough rows of either answer; null where none has. */
function macro(rows: readonly Answered[], measure: (counts: Counts) => number): number | null {
  const counts = [...Map.groupBy(rows, ({ repo }) => repo).values()]
    .map(countsOf)
    .filter(({ hits, misses, alarms, passes }) => hits + misses >= FEWEST && alarms + passes >= FEWEST)
  return counts.length === 0 ? null : counts.reduce((sum, own) => sum + measure(own), 0) / counts.length
}

/** Balanced accuracy: how often either answer is right, each counting half. */
export const macroBalance = (rows: readonly Answered[]): number | null =>
  macro(rows, ({ hits, misses, alarms, passes }) => (hits / (hits + misses) + passes / (passes + alarms)) / 2)

/** Mean of the F1 of "yes" and that of "no". */
export const macroF1 = (rows: readonly Answered[]): number | null =>
  macro(
    rows,
    ({ hits, misses, alarms, passes }) =>
      hits / (2 * hits + misses + alarms) + passes / (2 * passes + misses + alarms),
  )
