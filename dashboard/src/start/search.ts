import { oneOf } from '../search.ts'

/** The steps of the path, in their order. */
export const STEPS = ['name', 'source', 'read', 'review', 'publish', 'page'] as const
export type StepName = (typeof STEPS)[number]

/** The step that is open, if it is not the first unfinished one. */
export const startSearch = oneOf('step', STEPS)
