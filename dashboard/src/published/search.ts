export type PublishedState = 'published' | 'withdrawn' | 'dismissed'

export interface PublishedSearch {
  q?: string
  state?: PublishedState
}

const STATES: readonly PublishedState[] = ['published', 'withdrawn', 'dismissed']

/** What the address of the page says. Ignores what is unknown. */
export function publishedSearch(search: Record<string, unknown>): PublishedSearch {
  const state = STATES.find(one => one === search.state)
  const q = typeof search.q === 'string' || typeof search.q === 'number' ? String(search.q) : ''
  return { ...(q !== '' && { q }), ...(state && state !== 'published' && { state }) }
}
