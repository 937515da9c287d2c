import type { LedgerPlace } from '#changelog/ledger/places.ts'
import type { LedgerLine } from '../api/entry-queries.ts'
import { oneOf, texts } from '../search.ts'

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

/** The name of a merge's place. A revert stands among what was reverted, and says what it reverts. */
export function placeName({ place, reverts_number: number, reverts_commit: commit }: Placed): string {
  if (place !== 'reverted' || (number === null && commit === null)) return PLACE_NAMES[place as LedgerPlace]
  return `Reverts ${number ? `#${number}` : (commit ?? 'an earlier change')}`
}

type Placed = Pick<LedgerLine, 'place' | 'reverts_number' | 'reverts_commit'>

const words = texts('q', 'pull')
const place = oneOf('place', Object.keys(PLACE_NAMES) as LedgerPlace[])

/** The search and the id of the selected pull request, in the page's address. */
export const pullsSearch = (search: Record<string, unknown>) => ({ ...words(search), ...place(search) })
export type PullsSearch = ReturnType<typeof pullsSearch>
