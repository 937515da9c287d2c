import { KINDS } from '#judgement/classification/classification.ts'

type Search = Record<string, unknown>

/** Makes a function that parses those parameters of a page's address that are texts, which may look like numbers there. It ignores empty ones. */
export const texts =
  <K extends string>(...names: K[]) =>
  (search: Search): { [N in K]?: string | undefined } =>
    Object.fromEntries(
      names.flatMap(name => {
        const value = search[name]
        return (typeof value === 'string' || typeof value === 'number') && value !== ''
          ? [[name, String(value)]]
          : []
      }),
    ) as { [N in K]?: string }

/** Makes a function that parses a parameter of a page's address that is one of these values. It ignores any other. */
export const oneOf =
  <K extends string, V extends string>(name: K, values: readonly V[]) =>
  (search: Search): { [N in K]?: V | undefined } => {
    const value = values.find(one => one === search[name])
    return (value === undefined ? {} : { [name]: value }) as { [N in K]?: V }
  }

/** The filter of the activity log. Days are like `2026-03-31`, in the account's time zone. */
export const activitySearch = texts('actor', 'action', 'from', 'until')
export type ActivitySearch = ReturnType<typeof activitySearch>

/**
 * The secret of the choice among repositories, which the code host's answer began, and the permit that shows
 * that the operator sent the person here to create the GitHub app.
 */
export const sourcesSearch = texts('choice', 'permit')
export type SourcesSearch = ReturnType<typeof sourcesSearch>

/** The parts of an entry's page. */
export const ENTRY_TABS = ['words', 'posts', 'translations', 'history'] as const

export const entrySearch = oneOf('tab', ENTRY_TABS)

/** The steps of the path, in their order. */
export const STEPS = ['name', 'source', 'read', 'review', 'publish', 'page'] as const
export type StepName = (typeof STEPS)[number]

/** The step that is open, if it is not the first unfinished one. */
export const startSearch = oneOf('step', STEPS)

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
