import { type Trial, wasAnnounced } from './trial.ts'

/**
 * The area under the ROC curve: how often an announced pull request scores above one that was not (ties count half). 0.5 is
 * chance; null where one of the two sorts is missing.
 */
export function areaUnderCurve(trials: Iterable<Trial>): number | null {
  const byScore = [...trials].toSorted((a, b) => a.found.score - b.found.score)
  const announced = byScore.filter(wasAnnounced).length
  const others = byScore.length - announced
  if (announced === 0 || others === 0) return null
  return (rankSum(byScore) - (announced * (announced + 1)) / 2) / (announced * others)
}

/** The sum of the ranks, from 1, of the announced ones; equal scores share the mean of their ranks. */
function rankSum(byScore: readonly Trial[]): number {
  let sum = 0
  for (let start = 0; start < byScore.length; ) {
    const end = endOfTie(byScore, start)
    const meanRank = (start + 1 + end) / 2
    sum += meanRank * byScore.slice(start, end).filter(wasAnnounced).length
    start = end
  }
  return sum
}

function endOfTie(byScore: readonly Trial[], start: number): number {
  const score = byScore[start]?.found.score
  let end = start + 1
  while (end < byScore.length && byScore[end]?.found.score === score) end++
  return end
}
