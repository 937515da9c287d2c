import type { LedgerPlace } from '#changelog/ledger/places.ts'
import type { LedgerLine } from '../api/entry-queries.ts'
import { searched } from '../text.ts'

/** The names of the ledger's places, in their order. */
export const PLACE_NAMES: Record<LedgerPlace, string> = {
  drafted: 'In review',
  queued: 'Queued',
  announced: 'Published',
  internal: 'Not for customers',
  history: 'Imported',
  unshipped: 'Not shipped',
  dismissed: 'Dismissed',
  reverted: 'Reverted',
  unclassified: 'Undecided',
}
const PLACES = Object.keys(PLACE_NAMES) as LedgerPlace[]

/** The name of a merge's place. A revert stands among what was reverted, and says what it reverts. */
export function placeName({ place, reverts_number: number, reverts_commit: commit }: Placed): string {
  if (place !== 'reverted' || (number === null && commit === null)) return PLACE_NAMES[place as LedgerPlace]
  return `Reverts ${number ? `#${number}` : (commit ?? 'an earlier change')}`
}

type Placed = Pick<LedgerLine, 'place' | 'reverts_number' | 'reverts_commit'>

export interface PullsSearch {
  q?: string | undefined
  place?: LedgerPlace | undefined
  /** The id of the selected pull request. */
  pull?: string | undefined
}

/** Parses the search in the page's address. Ignores unknown values. */
export function pullsSearch(search: Record<string, unknown>): PullsSearch {
  const place = PLACES.find(one => one === search.place)
  const [q, pull] = [searched(search.q), searched(search.pull)]
  return { ...(q && { q }), ...(place && { place }), ...(pull && { pull }) }
}
