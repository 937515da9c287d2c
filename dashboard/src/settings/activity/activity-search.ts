/** The filter of the activity log. Days are like `2026-03-31`, in the account's time zone. */
export interface ActivitySearch {
  actor?: string
  action?: string
  from?: string
  until?: string
}

const DAY = /^\d{4}-\d{2}-\d{2}$/

/** Parses the filter in the page's address. Ignores unknown values. */
export function activitySearch(search: Record<string, unknown>): ActivitySearch {
  const { actor, action, from, until } = search
  return {
    ...(typeof actor === 'string' && actor !== '' && { actor }),
    ...(typeof action === 'string' && action !== '' && { action }),
    ...(isDay(from) && { from }),
    ...(isDay(until) && { until }),
  }
}

const isDay = (text: unknown): text is string =>
  typeof text === 'string' && DAY.test(text) && !Number.isNaN(Date.parse(text))
