import type { MergedPull } from '#pulls/pull-request.ts'
import type { Classification } from './classification.ts'
import type { Classifier } from './classifier.ts'
import { signalsOf } from './signals/signals.ts'

export interface Cascade {
  classify(pull: MergedPull): Classification
  /** Changes when any layer does. */
  version: string
}

/** The layers in turn; the first that is sure decides. The last must be one that always answers. */
export function createCascade(classifiers: readonly Classifier[]): Cascade {
  return {
    version: classifiers.map(({ layer, version }) => `${layer}@${version}`).join(' '),
    classify(pull) {
      const signals = signalsOf(pull)
      for (const classifier of classifiers) {
        const answer = classifier.classify(pull, signals)
        if (answer !== null) return answer
      }
      throw new Error('The last layer of the cascade gave no answer.')
    },
  }
}
