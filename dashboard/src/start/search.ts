/** The steps of the path, in their order. */
export const STEPS = ['name', 'source', 'read', 'review', 'publish', 'page'] as const
export type StepName = (typeof STEPS)[number]

/** The step that is open, if it is not the first unfinished one. */
interface StartSearch {
  step?: StepName | undefined
}

/** Parses the search in the page's address. Ignores unknown values. */
export const startSearch = (search: Record<string, unknown>): StartSearch => {
  const step = STEPS.find(name => name === search.step)
  return step ? { step } : {}
}
