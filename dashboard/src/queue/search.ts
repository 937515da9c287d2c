export interface QueueSearch {
  /** A date of the week that is shown, such as `2026-03-04`; without it the current week. */
  week?: string | undefined
}

/** What the address of the page says. Ignores what is no date. */
export function queueSearch({ week }: Record<string, unknown>): QueueSearch {
  const isDate =
    typeof week === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(week) && !Number.isNaN(Date.parse(week))
  return isDate ? { week } : {}
}
