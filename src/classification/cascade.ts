import type { MergedPull } from '#pulls/pull-request.ts'
import type { Classification } from './classification.ts'
import type { Classifier } from './classifier.ts'
import { signalsOf } from './signals/signals.ts'
import type { Habits } from './team/habits.ts'

export interface Cascade {
  /** `habits` are those of the account that it is judged for. */
  classify(pull: MergedPull, habits?: Habits | null): Classification
  /** Changes when any layer does. */
  version: string
}

/** The layers in turn; the first that is sure decides. The last must be one that always answers. */
export function createCascade(classifiers: readonly Classifier[]): Cascade {
  return {
    version: classifiers.map(({ layer, version }) => `${layer}@${version}`).join(' '),
    classify(pull, habits = null) {
      const signals = signalsOf(pull)
      for (const classifier of classifiers) {
        const answer = classifier.classify(pull, signals, habits)
        if (answer !== null) return answer
      }
      throw new Error('The last layer of the cascade gave no answer.')
    },
  }
}
