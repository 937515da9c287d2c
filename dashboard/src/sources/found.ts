import { counted } from '../text.ts'

/** The number of recorded changes. */
interface Recorded {
  merges: number
  /** How many of these are commits that belong to no pull request; null if unknown. */
  commits: number | null
}

/** The noun for all of them: merges, commits, or changes if there are both. */
export function nounsOf({ merges, commits }: Recorded): readonly [one: string, several: string] {
  if (commits === 0) return ['merge', 'merges']
  return commits === merges ? ['commit', 'commits'] : ['change', 'changes']
}

/** The total with its noun: "40 merges", "40 commits", or "40 changes" if there are both. */
const countedChanges = (recorded: Recorded): string => counted(recorded.merges, ...nounsOf(recorded))

/** The numbers by kind: "40 merges", or "30 merges and 10 commits". */
export function countedParts({ merges, commits }: Recorded): string {
  const pulls = merges - (commits ?? 0)
  if (!commits || pulls === 0) return countedChanges({ merges, commits })
  return `${counted(pulls, 'merge', 'merges')} and ${counted(commits, 'commit', 'commits')}`
}

/** The end of a sentence that counts changes: how many of them are drafts; empty where all are, or where that is unknown. */
export function draftsAmong(changes: number, drafts: number | null = changes): string {
  if (drafts === null || drafts === changes) return ''
  const are = drafts === 0 ? 'none is a draft' : drafts === 1 ? 'one is a draft' : `${drafts} are drafts`
  return `, of which ${are}`
}

/** A sentence like "13 of 40 merges would interest your customers; 12 of them are already announced elsewhere". */
export function foundFor(
  customers: number,
  recorded: Recorded,
  announcedElsewhere: number,
  drafts: number | null = customers,
): string {
  const would = `${customers.toLocaleString()} of ${countedChanges(recorded)} would interest your customers`
  const found = `${would}${draftsAmong(customers, drafts)}`
  if (announcedElsewhere === 0) return found
  if (announcedElsewhere < customers)
    return `${found}; ${announcedElsewhere.toLocaleString()} of them ${announcedElsewhere === 1 ? 'is' : 'are'} already announced elsewhere`
  return `${found}; ${customers === 1 ? 'it is' : 'all of them are'} already announced elsewhere`
}
