import type { MergedPull } from './pull-request.ts'

/** Stands among the commits of a pull request for another one that was merged into its branch. */
export const carriedSubject = (number: number): string => `Merge pull request #${number}`

/** The pull request that a commit merges, as GitHub, Forgejo and GitLab write it into the message; null for any other commit. */
export function mergedNumberOf(message: string): number | null {
  const [first = ''] = message.split('\n', 1)
  const number =
    /^Merge pull request (?:'.*' \()?[#!](\d+)\b/.exec(first)?.[1] ??
    /^See merge request (?:\S*!|https?:\/\/\S+\/merge_requests\/)(\d+)$/m.exec(message)?.[1]
  return number === undefined ? null : Number(number)
}

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
