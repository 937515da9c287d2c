import type { HistoryCommit } from './plan.ts'

/** The most numbers on each side of a commit that are compared. */
const WINDOW = 20
/** A repository that has merged fewer pull requests is not told apart from the one that it was forked from. */
const FEWEST = 10

/**
 * The newest commit that another repository numbered, such as the one that this was forked from or moved from; null if there is none.
 * From there on numbers begin anew: nearly all are less than half of those before. Takes a first-parent history, newest first.
 */
export function newestNumberedElsewhere(history: readonly HistoryCommit[]): HistoryCommit | null {
  const numbered = history.filter(({ isCertain }) => isCertain)
  const numbers = numbered.map(({ number }) => number ?? 0)
  let [greatest, found]: [number, HistoryCommit | null] = [2, null]
  for (let at = FEWEST; at + FEWEST <= numbers.length; at++) {
    const [newer, older] = [numbers[at - 1] ?? 0, numbers[at] ?? 0]
    if (older <= 2 * newer) continue
    const before = quantile(numbers.slice(at, at + WINDOW), 0.5)
    const fall = before / quantile(numbers.slice(Math.max(0, at - WINDOW), at), 0.9)
    if (fall > greatest) [greatest, found] = [fall, numbered[at] ?? null]
  }
  return found
}

const quantile = (numbers: readonly number[], share: number): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length * share)] ?? 0
