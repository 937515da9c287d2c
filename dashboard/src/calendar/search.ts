import { KINDS } from '#judgement/classification/classification.ts'
import { oneOf, texts } from '../search.ts'

export type PublishedState = 'published' | 'withdrawn' | 'dismissed'

const words = texts('q', 'set')
const state = oneOf('state', ['withdrawn', 'dismissed'])
const kind = oneOf('kind', KINDS)

/** The filter of what is out, in the page's address. It shows what is published, unless it names another state. `set` is an id, or `none`. */
export const calendarSearch = (search: Record<string, unknown>) => ({
  ...words(search),
  ...state(search),
  ...kind(search),
})
export type CalendarSearch = ReturnType<typeof calendarSearch>
