/** The steps of the path, in their order. */
export const STEPS = ['name', 'source', 'read', 'review', 'publish', 'page'] as const
export type StepName = (typeof STEPS)[number]

/** The step that is open, when it is not the first that is to be done. */
export interface StartSearch {
  step?: StepName | undefined
}

/** Ignores what is unknown. */
export const startSearch = (search: Record<string, unknown>): StartSearch => {
  const step = STEPS.find(name => name === search.step)
  return step ? { step } : {}
}
