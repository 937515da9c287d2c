const meanOf = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length

/** How often a random yes scores above a random no, ties counting half; null unless there are both. */
export function areaUnderCurve(rows: readonly { score: number; yes: boolean }[]): number | null {
  const yes = rows.filter(row => row.yes).length
  const no = rows.length - yes
  if (yes === 0 || no === 0) return null
  const ordered = rows.toSorted((a, b) => a.score - b.score)
  let ranks = 0
  for (let from = 0, to = 0; from < ordered.length; from = to) {
    while (to < ordered.length && ordered[to]?.score === ordered[from]?.score) to++
    for (let at = from; at < to; at++) if (ordered[at]?.yes) ranks += (from + to + 1) / 2
  }
  return (ranks - (yes * (yes + 1)) / 2) / (yes * no)
}

/** What the record says and what was answered; null for an answer that is none of the choices. */
export type Pair<T> = readonly [record: T, answer: T | null]

/** The F1 of each choice that the record makes at least `fewest` times. */
export function f1Of<T>(pairs: readonly Pair<T>[], choices: readonly T[], fewest: number): Map<T, number> {
  const scores = choices.flatMap(choice => {
    const recorded = pairs.filter(([record]) => record === choice).length
    const answered = pairs.filter(([, answer]) => answer === choice).length
    const both = pairs.filter(([record, answer]) => record === choice && answer === choice).length
    return recorded < fewest ? [] : [[choice, (2 * both) / (recorded + answered)] as const]
  })
  return new Map(scores)
}

/** The mean F1 of the choices; null where fewer than two are recorded often enough. */
export function macroF1Of<T>(
  pairs: readonly Pair<T>[],
  choices: readonly T[],
  fewest: number,
): number | null {
  const scores = f1Of(pairs, choices, fewest)
  return scores.size < 2 ? null : meanOf([...scores.values()])
}

/** How often either answer is right, each counting half; null unless both are recorded often enough. */
export function balancedAccuracy(pairs: readonly Pair<boolean>[], fewest: number): number | null {
  const rates = [true, false].map(side => {
    const own = pairs.filter(([record]) => record === side)
    return own.length < fewest ? null : own.filter(([, answer]) => answer === side).length / own.length
  })
  return rates.includes(null) ? null : meanOf(rates.filter(rate => rate !== null))
}

export const macroMean = (values: readonly (number | null)[]): number | null =>
  meanOf(values.filter(value => value !== null))
