/** Makes a function that parses those parameters of a page's address that are texts. It ignores empty ones and all others. */
export const texts =
  <K extends string>(...names: K[]) =>
  (search: Record<string, unknown>): { [N in K]?: string } =>
    Object.fromEntries(
      names.flatMap(name => {
        const value = search[name]
        return typeof value === 'string' && value !== '' ? [[name, value]] : []
      }),
    ) as { [N in K]?: string }

/** The filter of the activity log. Days are like `2026-03-31`, in the account's time zone. */
export const activitySearch = texts('actor', 'action', 'from', 'until')
export type ActivitySearch = ReturnType<typeof activitySearch>

/**
 * The secret of the choice among repositories, which the code host's answer began, and the permit that shows
 * that the operator sent the person here to create the GitHub app.
 */
export const sourcesSearch = texts('choice', 'permit')
export type SourcesSearch = ReturnType<typeof sourcesSearch>
