import { eachInSteps, type Steps } from '#judgement/steps.ts'
import type { Classifier, Known } from '../classifier.ts'
import { RepositoryContexts } from '../contexts.ts'
import type { OwnExample, OwnMerge } from './examples.ts'
import { type AssessedExample, learnHabits } from './habits.ts'

/** Of an account's examples the newest are read: habits change, and reading them all would take long. */
export const EXAMPLES_READ = 1_500

/**
 * What an account's merges tell of its further ones: examples, oldest first, and those of which nobody decided. Each is assessed in the
 * context of the earlier ones. The same merges give the same.
 */
export function* learnAccount(
  examples: readonly OwnExample[],
  undecided: readonly OwnMerge[],
  { assess }: Pick<Classifier, 'assess'>,
): Steps<Known> {
  const merges: (OwnMerge & Partial<OwnExample>)[] = [
    ...examples.slice(-EXAMPLES_READ),
    ...undecided.slice(-EXAMPLES_READ),
  ]
  const contexts = new RepositoryContexts()
  const assessed: AssessedExample[] = []
  const inOrder = merges.toSorted((a, b) => a.pull.mergedAt - b.pull.mergedAt)
  yield* eachInSteps(inOrder, ({ pull, record, answer, source }) => {
    const { features, predictions } = assess(pull, contexts, record)
    if (answer && source) assessed.push({ example: { pull, record, answer, source }, features, predictions })
  })
  return { habits: yield* learnHabits(assessed), contexts }
}
