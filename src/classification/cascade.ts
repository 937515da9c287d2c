import type { MergedPull } from '#pulls/pull-request.ts'
import type { Classification } from './classification.ts'
import type { Case, Classifier } from './classifier.ts'
import { signalsOf } from './signals/signals.ts'
import type { Habits } from './team/habits.ts'

export interface Cascade {
  /** `habits` are those of the account that it is judged for. */
  classify(pull: MergedPull, habits?: Habits | null): Classification
  /** The same for many in less time: each step is done for all of them before the next, so that its instructions stay at hand. */
  classifyAll(pulls: readonly MergedPull[], habits?: Habits | null): Classification[]
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
      throw unanswered()
    },
    classifyAll(pulls, habits = null) {
      let open: Open[] = pulls.map((pull, place) => ({ pull, signals: signalsOf(pull), place }))
      const decided: Classification[] = []
      for (const classifier of classifiers) {
        const answers = answersOf(classifier, open, habits)
        for (const [at, answer] of answers.entries()) {
          const place = open[at]?.place
          if (answer !== null && place !== undefined) decided[place] = answer
        }
        open = open.filter((_, at) => answers[at] === null)
      }
      if (open.length > 0) throw unanswered()
      return decided
    },
  }
}

/** What no layer has decided yet, with its place among those that were asked about. */
interface Open extends Case {
  place: number
}

const answersOf = (
  classifier: Classifier,
  open: readonly Case[],
  habits: Habits | null,
): readonly (Classification | null)[] =>
  classifier.classifyAll?.(open, habits) ??
  open.map(({ pull, signals }) => classifier.classify(pull, signals, habits))

const unanswered = () => new Error('The last layer of the cascade gave no answer.')
