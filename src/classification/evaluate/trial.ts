import type { Classification, Visibility } from '../classification.ts'

/** One decision of the classifier beside what the team itself recorded. */
export interface Trial {
  /** By the team. */
  expected: Visibility
  found: Pick<Classification, 'visibility' | 'score' | 'confidence'>
}

export const isRight = ({ expected, found }: Trial): boolean => found.visibility === expected
export const wasAnnounced = ({ expected }: Trial): boolean => expected === 'user-facing'
