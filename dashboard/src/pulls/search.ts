/** The places of the ledger, in the order of the chips. */
export const PLACES = [
  { place: 'drafted', label: 'Drafted' },
  { place: 'queued', label: 'Queued' },
  { place: 'announced', label: 'Announced' },
  { place: 'internal', label: 'Internal' },
  { place: 'history', label: 'History' },
  { place: 'unshipped', label: 'Not shipped' },
  { place: 'dismissed', label: 'Dismissed' },
  { place: 'reverted', label: 'Reverted' },
  { place: 'unclassified', label: 'Unclassified' },
] as const

export type Place = (typeof PLACES)[number]['place']

export interface PullsSearch {
  q?: string | undefined
  place?: Place | undefined
  /** The id of the selected pull request. */
  pull?: string | undefined
}

/** What the address of the page says. Ignores what is unknown. */
export function pullsSearch(search: Record<string, unknown>): PullsSearch {
  const place = PLACES.find(one => one.place === search.place)?.place
  const q = typeof search.q === 'string' || typeof search.q === 'number' ? String(search.q) : ''
  const pull = typeof search.pull === 'string' ? search.pull : undefined
  return { ...(q !== '' && { q }), ...(place && { place }), ...(pull && { pull }) }
}
