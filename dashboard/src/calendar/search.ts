import { KINDS, type Kind } from '#judgement/classification/classification.ts'
import { searched } from '../text.ts'

export type PublishedState = 'published' | 'withdrawn' | 'dismissed'

export interface CalendarSearch {
  q?: string | undefined
  state?: PublishedState | undefined
  kind?: Kind | undefined
  /** The id of a set, or `none` for entries without a set. */
  set?: string | undefined
}

const STATES: readonly PublishedState[] = ['published', 'withdrawn', 'dismissed']

/** Parses the search in the page's address. Ignores unknown values. */
export function calendarSearch(search: Record<string, unknown>): CalendarSearch {
  const state = STATES.find(one => one === search.state)
  const kind = KINDS.find(one => one === search.kind)
  const [q, set] = [searched(search.q), searched(search.set)]
  return {
    ...(q && { q }),
    ...(state && state !== 'published' && { state }),
    ...(kind && { kind }),
    ...(set && { set }),
  }
}
