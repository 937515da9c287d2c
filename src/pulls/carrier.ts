import type { MergedPull } from './pull-request.ts'

/** Stands among the commits of a pull request for another one that was merged into its branch. */
export const carriedSubject = (number: number): string => `Merge pull request #${number}`

const CARRIED = /^Merge pull request #(\d+)\b/

/** What a pull request brings: how many others that were merged into its branch, and how many commits of its own. */
export function broughtBy({ number, commits }: Pick<MergedPull, 'number' | 'commits'>): {
  others: number
  own: number
} {
  const others = commits.filter(subject => {
    const other = CARRIED.exec(subject)?.[1]
    return other !== undefined && Number(other) !== number
  })
  return { others: others.length, own: commits.length - others.length }
}
